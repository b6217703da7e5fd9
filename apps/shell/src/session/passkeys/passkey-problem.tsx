import { ErrorAlert } from '@tessera/ui';
import { describePasskeyError } from './describe-passkey-error';
import { usePasskeyTexts } from './texts';

/** Says in plain words why a passkey wasn't used. */
export function PasskeyProblem({ error }: { error: unknown }) {
  const t = usePasskeyTexts();
  return <ErrorAlert error={describePasskeyError(error, t)} />;
}
