import type { SaleLoginCheck } from '@tessera/api';
import { formatInstant, useLocale } from '@tessera/ui';
import { useLoginCheckTexts } from './texts';

const faults = ['wrong_password', 'locked', 'code_needed', 'unknown'] as const;

/** What the check of planned logins found: "11 of 12 logins signed in at 21:00; 1 wrong password". */
export default function LoginCheckWords({ found }: { found: SaleLoginCheck }) {
  const t = useLoginCheckTexts();
  const { timeZone } = useLocale();
  const { active: have, planned: need, checked_at } = found;
  return [
    checked_at === null
      ? t('signingIn', { have, need })
      : t('signedIn', { have, need, time: formatInstant(checked_at, { style: 'time', timeZone }) }),
    ...faults.filter((fault) => found[fault] > 0).map((fault) => t(fault, { count: found[fault] })),
  ].join('; ');
}
