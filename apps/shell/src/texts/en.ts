import { account } from './en/account';
import { dashboard } from './en/dashboard';
import { devices } from './en/devices';
import { navigation } from './en/navigation';
import { notifications, send } from './en/notifications';
import { palette } from './en/palette';
import { recovery } from './en/recovery';
import { remotes } from './en/remotes';
import { access, session } from './en/session';

/** The English texts of this module, one file per area. */
export const en = {
  ...access,
  ...account,
  ...dashboard,
  ...devices,
  ...navigation,
  ...notifications,
  ...palette,
  recovery,
  ...remotes,
  ...send,
  ...session,
};
