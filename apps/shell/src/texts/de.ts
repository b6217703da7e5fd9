import '@tessera/domain/german';
import type { Translation } from '@tessera/ui';
import { account } from './de/account';
import { dashboard } from './de/dashboard';
import { devices } from './de/devices';
import { navigation } from './de/navigation';
import { notifications, send } from './de/notifications';
import { palette } from './de/palette';
import { recovery } from './de/recovery';
import { remotes } from './de/remotes';
import { access, session } from './de/session';
import type { en } from './en';

const de: Translation<typeof en> = {
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

export default de;
