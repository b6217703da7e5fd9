import { useState } from 'react';
import { getSessionEnd } from '@tessera/api';
import { Alert } from '@tessera/ui';
import { useTexts } from '../texts';

/** The server's codes that have a text; any other is shown as UNKNOWN. */
const reasons = [
  'IDLE',
  'TOO_OLD',
  'PASSWORD_CHANGED',
  'ACCOUNT_CHANGED',
  'ENDED_BY_ADMINISTRATOR',
  'ENDED_BY_USER',
  'USED_TWICE',
  'SECOND_FACTOR_CHANGED',
  'TOO_MANY_SESSIONS',
  'SIGNED_OUT',
  'OTHER_TAB',
] as const;

/** Explains on the sign-in page why the session ended, unless the user signed out here. */
export function SessionEnded() {
  const t = useTexts();
  const [end] = useState(getSessionEnd);
  if (!end) return null;
  const reason = reasons.find((code) => code === end.reason) ?? 'UNKNOWN';
  return <Alert tone="info">{t(`ended.${reason}`)}</Alert>;
}
