import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SecondFactorDto } from '@tessera/api';
import { Alert, describeError, ErrorAlert, Instant, Panel } from '@tessera/ui';
import { Box, Button, Skeleton } from '@tessera/ui/mui';
import { DescriptionList } from '@tessera/ui/panels';
import { useTwoFactorTexts } from './texts';
import { TurnOff } from './turn-off';
import { TurnOn } from './turn-on';
import { twoFactorQuery } from './two-factor.api';

/** From this many recovery codes down, the panel shows a warning. */
const LOW_RECOVERY_CODES = 2;

/** Shows whether two-factor authentication is on, and turns it on and off. */
export function TwoFactorPanel() {
  const t = useTwoFactorTexts();
  const state = useQuery(twoFactorQuery());
  const [open, setOpen] = useState<'on' | 'off' | null>(null);
  const close = () => setOpen(null);
  return (
    <Panel title={t('title')} padded>
      {state.isPending ? <Skeleton variant="rectangular" height={48} /> : null}
      {state.isError ? (
        <ErrorAlert error={describeError(state.error)} onRetry={() => void state.refetch()} />
      ) : null}
      {state.data ? (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Box>{t(state.data.enabled ? 'on' : 'off')}</Box>
          {state.data.enabled ? <Facts factor={state.data} /> : null}
          <Box>
            {state.data.enabled ? (
              <Button onClick={() => setOpen('off')}>{t('turnOff')}</Button>
            ) : (
              <Button onClick={() => setOpen('on')}>{t('turnOn')}</Button>
            )}
          </Box>
        </Box>
      ) : null}
      {open === 'on' ? <TurnOn onClose={close} /> : null}
      {open === 'off' ? <TurnOff onClose={close} /> : null}
    </Panel>
  );
}

function Facts({ factor: { confirmed_at, recovery_codes_left } }: { factor: SecondFactorDto }) {
  const t = useTwoFactorTexts();
  return (
    <>
      <DescriptionList
        items={[
          { term: t('since'), value: <Instant value={confirmed_at} /> },
          { term: t('left'), value: recovery_codes_left },
        ]}
      />
      {recovery_codes_left <= LOW_RECOVERY_CODES ? <Alert tone="warning">{t('fewLeft')}</Alert> : null}
    </>
  );
}
