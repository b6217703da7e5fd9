import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import type { RuleOutcomeDto } from '@tessera/api';
import { Alert, describeError, ErrorAlert } from '@tessera/ui';
import { PlainTextField } from '@tessera/ui/forms';
import { Box, Button } from '@tessera/ui/mui';
import { type AdminTexts, useTexts } from '../../texts';
import { type ProviderValues, toRules } from './provider-values';
import { tryRules } from './providers.api';

/** The claims in a text; null when it is no JSON object. */
function parseClaims(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Shows what the claims of a token would give by the rules as they are in the form. */
export function RuleTrial({
  control,
  realmId,
}: {
  control: Control<ProviderValues>;
  realmId: number | null;
}) {
  const t = useTexts();
  const rules = useWatch({ control, name: 'rules' });
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  const trial = useMutation({ mutationFn: tryRules });
  if (rules.length === 0) return null;
  const run = () => {
    const claims = parseClaims(text);
    setWrong(claims === null);
    if (claims) trial.mutate({ realm_id: realmId, rules: toRules(rules, realmId), claims });
  };
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, display: 'grid', gap: 1.5 }}>
      <Box component="legend" sx={{ typography: 'subtitle2', p: 0, mb: 1 }}>
        {t('providers.try')}
      </Box>
      <PlainTextField
        label={t('providers.claims')}
        help={t('providers.tryHelp')}
        error={isWrong ? t('providers.claimsWrong') : undefined}
        value={text}
        onChange={setText}
        rows={4}
      />
      <Box>
        <Button onClick={run} loading={trial.isPending}>
          {t('providers.tryGo')}
        </Button>
      </Box>
      <Box role="status">
        {trial.isError ? <ErrorAlert error={describeError(trial.error)} /> : null}
        {trial.data ? (
          <Alert tone={trial.data.rule === null ? 'warning' : 'success'}>
            {describeOutcome(t, trial.data)}
          </Alert>
        ) : null}
      </Box>
    </Box>
  );
}

function describeOutcome(t: AdminTexts, { rule, role, realm_name, duties }: RuleOutcomeDto): string {
  if (rule === null || role === null) return t('providers.tryNone');
  const found = t('providers.tryRule', {
    number: rule + 1,
    role: t(`people.roles.${role}`),
    realm: realm_name ?? t('words.noRealm'),
  });
  if (duties.length === 0) return found;
  const names = duties.map((duty) => t(`duties.names.${duty}`)).join(', ');
  return `${found} ${t('providers.tryDuties', { duties: names })}`;
}
