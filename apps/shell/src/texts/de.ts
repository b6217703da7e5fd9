import '@tessera/domain/german';
import type { Translation } from '@tessera/ui';
import { account } from './de/account';
import { dashboard } from './de/dashboard';
import { navigation } from './de/navigation';
import { notifications } from './de/notifications';
import { palette } from './de/palette';
import { remotes } from './de/remotes';
import type { en } from './en';

const de: Translation<typeof en> = {
  ...account,
  ...dashboard,
  ...navigation,
  ...notifications,
  ...palette,
  ...remotes,
};

export default de;
