import { useMutation } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import {
  type PasskeyOfferDto,
  passkeySignInOptions,
  passkeySignInSignIn,
  storeAuthAnswer,
} from '@tessera/api';
import { Box, Button } from '@tessera/ui/mui';
import { otherAddress, signWithPasskey } from './ceremonies';
import { PasskeyPlace } from './passkey-place';
import { PasskeyProblem } from './passkey-problem';
import { usePasskeyTexts } from './texts';

/** Signs in; returns where passkeys can be used instead, when they can't be used here. */
async function signIn(): Promise<PasskeyOfferDto | null> {
  const { options, ...offer } = (await passkeySignInOptions()).data;
  if (options === null || otherAddress(offer) !== null) return offer;
  const assertion = await signWithPasskey(options);
  storeAuthAnswer((await passkeySignInSignIn({ body: { assertion } })).data);
  return null;
}

/** The button of the sign-in page for those who have a passkey, without e-mail and password. */
export default function SignInWithPasskey() {
  const t = usePasskeyTexts();
  const attempt = useMutation({ mutationFn: signIn });
  return (
    <Box sx={{ display: 'grid', gap: 1.5, mt: 2, textAlign: 'left' }}>
      <Button
        size="large"
        fullWidth
        loading={attempt.isPending}
        startIcon={<KeyRound size={16} strokeWidth={1.75} aria-hidden />}
        onClick={() => attempt.mutate()}
      >
        {t('signIn')}
      </Button>
      <div role="status">
        {attempt.isError ? <PasskeyProblem error={attempt.error} /> : null}
        {attempt.data ? <PasskeyPlace offer={attempt.data} /> : null}
      </div>
    </Box>
  );
}
