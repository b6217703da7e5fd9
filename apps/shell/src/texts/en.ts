import { access } from './en/access';
import { account } from './en/account';
import { dashboard } from './en/dashboard';
import { devices } from './en/devices';
import { navigation } from './en/navigation';
import { notifications } from './en/notifications';
import { palette } from './en/palette';
import { recovery } from './en/recovery';
import { remotes } from './en/remotes';
import { secondFactor } from './en/second-factor';
import { send } from './en/send';
import { session } from './en/session';

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
  ...secondFactor,
  ...send,
  ...session,
};
