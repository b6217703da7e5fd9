import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import {
  type PasskeyOfferDto,
  passkeySignInOptions,
  passkeySignInSignIn,
  storeAuthAnswer,
} from '@tessera/api';
import { Box, Button } from '@tessera/ui/mui';
import { useSessionTexts } from '../texts';
import { otherAddress, signWithPasskey } from './ceremonies';
import { PasskeyPlace } from './passkey-place';
import { PasskeyProblem } from './passkey-problem';

/** Signs in; returns where passkeys can be used instead, when they can't be used here. */
async function signIn(): Promise<PasskeyOfferDto | null> {
  const { options, ...offer } = (await passkeySignInOptions()).data;
  if (options === null || otherAddress(offer) !== null) return offer;
  const assertion = await signWithPasskey(options);
  storeAuthAnswer((await passkeySignInSignIn({ body: { assertion } })).data);
  return null;
}

/** Signs in with a passkey at once, for those who pressed its button on the sign-in page; says what went wrong, and tries again. */
export default function SignInWithPasskey() {
  const t = useSessionTexts();
  const attempt = useMutation({ mutationFn: signIn });
  const { mutate } = attempt;
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    mutate();
  }, [mutate]);
  return (
    <Box sx={{ display: 'grid', gap: 1.5, mt: 2, textAlign: 'left' }}>
      <Button size="large" fullWidth autoFocus loading={attempt.isPending} onClick={() => mutate()}>
        {t('signInPage.passkey')}
      </Button>
      <div role="status">
        {attempt.isError ? <PasskeyProblem error={attempt.error} /> : null}
        {attempt.data ? <PasskeyPlace offer={attempt.data} /> : null}
      </div>
    </Box>
  );
}
