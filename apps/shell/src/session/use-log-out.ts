import { useSnackbar } from '@tessera/ui';
import { useTexts } from '../texts';
import { signOut } from './auth-calls';

/** Logs out; shows a message when the request to the server failed. */
export function useLogOut(): () => Promise<void> {
  const t = useTexts();
  const { show } = useSnackbar();
  return async () => {
    if (await signOut()) show(t('navigation.loggedOutHere'));
  };
}
