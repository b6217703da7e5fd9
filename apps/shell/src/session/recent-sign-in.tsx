import { lazy, Suspense, useEffect, useState } from 'react';
import { registerSignInPrompt, type SignInRequirement, useSession } from '@tessera/api';

const VisitDialog = lazy(() =>
  import('./single-sign-on/visit-dialog').then((m) => ({ default: m.VisitDialog })),
);
const RecentSignInDialog = lazy(() =>
  import('./recent-sign-in-dialog').then((m) => ({ default: m.RecentSignInDialog })),
);

interface Question extends SignInRequirement {
  settle: (proved: boolean) => void;
}

/** Asks for the password, or to sign in at the identity provider, when a request requires a recent sign-in and waits for it. */
export function RecentSignIn() {
  const email = useSession()?.user.email;
  return email ? <ProofPrompt key={email} email={email} /> : null;
}

function ProofPrompt({ email }: { email: string }) {
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(
    () => registerSignInPrompt((needed) => new Promise((settle) => setQuestion({ ...needed, settle }))),
    [],
  );
  // The prompt fails when the session ends; after an answer this has no effect.
  useEffect(() => () => question?.settle(false), [question]);
  if (!question) return null;
  const answer = (proved: boolean) => {
    question.settle(proved);
    setQuestion(null);
  };
  return (
    <Suspense fallback={null}>
      {question.provider ? (
        <VisitDialog
          provider={question.provider}
          onProved={() => answer(true)}
          onCancel={() => answer(false)}
        />
      ) : (
        <RecentSignInDialog
          email={email}
          secondFactor={question.secondFactor}
          passkey={question.passkey}
          onProved={() => answer(true)}
          onCancel={() => answer(false)}
        />
      )}
    </Suspense>
  );
}
