import { account } from './en/account';
import { dashboard } from './en/dashboard';
import { navigation } from './en/navigation';
import { notifications } from './en/notifications';
import { palette } from './en/palette';
import { remotes } from './en/remotes';

/** The English texts of this module, one file per area. */
export const en = {
  ...account,
  ...dashboard,
  ...navigation,
  ...notifications,
  ...palette,
  ...remotes,
};
