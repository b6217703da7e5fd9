import { useCan, type LoginImportDto } from '@tessera/api';
import { Box, Button, CircularProgress } from '@tessera/ui/mui';
import { DialogFrame, DialogHead, ErrorAlert, Notice, toProblem } from '@tessera/ui';
import { useCloseGuard } from '@tessera/ui/forms';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { realmChoicesQuery } from '../../../lookups/choices.api';
import { useTexts } from '../../../texts';
import { ImportCheck } from './import-check';
import { linesOf } from './import-lines';
import { ImportSource } from './import-source';
import { useCheckImport, useImport, type ImportInput } from './import.api';

/** Logins from a file: chosen or pasted, checked row by row without writing anything, then imported, all or none. */
export function ImportDialog({ siteId, onClose }: { siteId: number; onClose: () => void }) {
  const t = useTexts();
  const id = useId();
  const isAdmin = useCan('admin', 'all');
  const { data: realms } = useQuery({ ...realmChoicesQuery(), enabled: isAdmin });
  const [input, setInput] = useState<ImportInput>({ csv: '', update: false, realmId: null });
  const [step, setStep] = useState<'source' | 'check' | 'done'>('source');
  const check = useCheckImport(siteId);
  const run = useImport(siteId);
  const checked = check.data;
  const lines = useMemo(() => (checked ? linesOf(checked) : []), [checked]);
  const counts = checked?.counts ?? null;
  const busy = check.isPending || run.isPending;
  const close = useCloseGuard(step !== 'done' && input.csv !== '', onClose);
  const shut = run.isPending ? () => undefined : close;
  const options = realms?.map(({ id: value, name }) => ({ value: String(value), label: name })) ?? [];
  const failed = step === 'check' ? run.error : check.error;
  const touched = counts ? counts.new + counts.changed : 0;
  const blocked =
    step === 'source'
      ? sourceLacks(input, isAdmin)
      : counts && counts.faulty > 0
        ? 'faulty'
        : touched === 0
          ? 'nothing'
          : null;
  const back = () => {
    run.reset();
    setStep('source');
  };
  return (
    <DialogFrame
      open
      width={960}
      tall={step === 'check'}
      flush={step === 'check' && !run.isPending}
      labelledBy={id}
      onClose={shut}
      head={
        <DialogHead
          id={id}
          title={t('imports.title')}
          subtitle={step === 'check' ? t('imports.checkHelp') : t('imports.help')}
          onClose={shut}
        />
      }
      foot={
        step === 'done' ? (
          <>
            <Box sx={{ flex: 1 }} />
            <Button variant="contained" onClick={onClose} autoFocus>
              {t('imports.close')}
            </Button>
          </>
        ) : (
          <>
            <Box role="status" sx={{ flex: 1, typography: 'caption', color: 'text.secondary' }}>
              {blocked ? t(`imports.blocked.${blocked}`, { count: counts?.faulty ?? 0 }) : null}
            </Box>
            {step === 'check' ? (
              <Button onClick={back} disabled={busy}>
                {t('imports.back')}
              </Button>
            ) : (
              <Button onClick={close}>{t('words.cancel')}</Button>
            )}
            {step === 'source' ? (
              <Button
                variant="contained"
                loading={check.isPending}
                disabled={blocked !== null}
                onClick={() => check.mutate(input, { onSuccess: () => setStep('check') })}
              >
                {t('imports.check')}
              </Button>
            ) : (
              <Button
                variant="contained"
                loading={run.isPending}
                disabled={blocked !== null}
                onClick={() => run.mutate(input, { onSuccess: () => setStep('done') })}
              >
                {t('imports.run', { count: touched })}
              </Button>
            )}
          </>
        )
      }
    >
      {failed && !busy ? (
        <Box sx={step === 'check' ? { px: 3, pt: 2 } : { mb: 2 }}>
          <ErrorAlert problem={toProblem(failed)} />
        </Box>
      ) : null}
      {run.isPending ? (
        <Running rows={touched} />
      ) : step === 'source' ? (
        <ImportSource
          input={input}
          onChange={(change) => setInput((before) => ({ ...before, ...change }))}
          realms={isAdmin ? options : null}
        />
      ) : step === 'check' && counts ? (
        <ImportCheck lines={lines} counts={counts} />
      ) : run.data ? (
        <Done answer={run.data} />
      ) : null}
    </DialogFrame>
  );
}

/** What the source still lacks to be checked. */
function sourceLacks({ csv, realmId }: ImportInput, isAdmin: boolean): 'empty' | 'realm' | null {
  if (isAdmin && realmId === null) return 'realm';
  return csv.trim() === '' ? 'empty' : null;
}

/** The server takes all rows in one go: there is no half of it to count. */
function Running({ rows }: { rows: number }) {
  const t = useTexts();
  return (
    <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 2 }}>
      <CircularProgress size={18} aria-hidden />
      {t('imports.running', { count: rows })}
    </Box>
  );
}

function Done({ answer }: { answer: LoginImportDto }) {
  const t = useTexts();
  const { counts } = answer;
  const parts = (['new', 'changed', 'unchanged'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => t(`imports.done.${kind}`, { count: counts[kind] }));
  return (
    <Box role="status" sx={{ py: 1 }}>
      <Notice tone="success" title={t('imports.doneTitle')}>
        {parts.join(', ')}.
      </Notice>
    </Box>
  );
}
