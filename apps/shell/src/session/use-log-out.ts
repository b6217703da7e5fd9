import { useSnackbar } from '@tessera/ui';
import { useTexts } from '../texts';
import { signOut } from './auth-calls';

/** Logging out; says when the server could not be told. */
export function useLogOut(): () => Promise<void> {
  const t = useTexts();
  const { show } = useSnackbar();
  return async () => {
    if (await signOut()) show(t('navigation.loggedOutHere'));
  };
}
