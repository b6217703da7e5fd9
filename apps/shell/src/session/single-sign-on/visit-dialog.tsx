import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import type { SignInRequirement } from '@tessera/api';
import { Alert, describeError, DialogFrame, DialogHeader, ErrorAlert } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { useSessionTexts } from '../texts';
import { useOfferTexts } from './offers/texts';
import { visitProvider } from './provider-visit';
import { useSingleSignOnTexts } from './texts';

export interface VisitDialogProps {
  provider: NonNullable<SignInRequirement['provider']>;
  onProved: () => void;
  onCancel: () => void;
}

/** Has a user without a password prove at their identity provider who they are, in a window beside the page. */
export function VisitDialog({ provider, onProved, onCancel }: VisitDialogProps) {
  const t = useSessionTexts();
  const own = useSingleSignOnTexts();
  const offer = useOfferTexts();
  const id = useId();
  const [waiting] = useState(() => new AbortController());
  useEffect(() => () => waiting.abort(), [waiting]);
  const visit = useMutation({
    mutationFn: () => visitProvider(provider.id, waiting.signal),
    onSuccess: (isProved) => {
      if (isProved === true) onProved();
    },
  });
  return (
    <DialogFrame
      open
      width={520}
      labelledBy={id}
      onClose={onCancel}
      header={<DialogHeader id={id} title={t('recentSignIn.title')} onClose={onCancel} />}
      footer={
        <>
          <Box sx={{ flex: 1 }} />
          <Button onClick={onCancel}>{own('again.cancel')}</Button>
          <Button variant="contained" autoFocus loading={visit.isPending} onClick={() => visit.mutate()}>
            {offer('continueWith', { name: provider.name })}
          </Button>
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {visit.isError ? <ErrorAlert error={describeError(visit.error)} /> : null}
        {visit.data === null ? <Alert tone="warning">{own('again.blocked')}</Alert> : null}
        {visit.data === false ? <Alert tone="warning">{own('faults.OTHER_IDENTITY')}</Alert> : null}
        <Box>{own('again.why', { name: provider.name })}</Box>
        <Box role="status">{visit.isPending ? own('again.waiting') : ''}</Box>
      </Box>
    </DialogFrame>
  );
}
