import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useCan } from '@tessera/api';
import { describeError, DialogFrame, DialogHeader, ErrorAlert } from '@tessera/ui';
import { useCloseGuard } from '@tessera/ui/forms';
import { Box, CircularProgress } from '@tessera/ui/mui';
import { realmChoicesQuery } from '../../../lookups/choices.api';
import { useTexts } from '../../../texts';
import { type ImportInput, useCheckImport, useImport } from './import.api';
import { ImportCheck } from './import-check';
import { findColumnBlocker, ImportColumns, resolveColumns } from './import-columns';
import { ImportDone } from './import-done';
import { readColumnNames } from './import-file';
import { ImportFooter, type ImportStep } from './import-footer';
import { toImportLines } from './import-lines';
import { ImportSource } from './import-source';

/** Imports logins in steps: choose a file or paste rows, assign columns, check the rows, import. */
export function ImportDialog({ siteId, onClose }: { siteId: number; onClose: () => void }) {
  const t = useTexts();
  const id = useId();
  const isAdmin = useCan('admin', 'all');
  const { data: realms } = useQuery({ ...realmChoicesQuery(), enabled: isAdmin });
  const [input, setInput] = useState<ImportInput>({ csv: '', update: false, realmId: null, mapping: {} });
  const [step, setStep] = useState<ImportStep>('source');
  const check = useCheckImport(siteId);
  const run = useImport(siteId);
  const checkResult = check.data;
  const lines = useMemo(() => (checkResult ? toImportLines(checkResult) : []), [checkResult]);
  const columns = useMemo(
    () =>
      checkResult
        ? resolveColumns(
            checkResult.columns,
            readColumnNames(input.csv, checkResult.separator),
            input.mapping,
          )
        : [],
    [checkResult, input],
  );
  const counts = checkResult?.counts ?? null;
  const busy = check.isPending || run.isPending;
  const close = useCloseGuard(step !== 'done' && input.csv !== '', onClose);
  const closeUnlessRunning = run.isPending ? () => undefined : close;
  const options = realms?.map(({ id: value, name }) => ({ value: String(value), label: name })) ?? [];
  const failure = step === 'check' ? run.error : check.error;
  const affectedCount = counts ? counts.new + counts.changed : 0;
  const invalidCount = counts?.faulty ?? 0;
  const changeInput = (part: Partial<ImportInput>) =>
    // Another file has other columns.
    setInput((before) => ({ ...before, ...(part.csv !== undefined && { mapping: {} }), ...part }));
  const goToStep = (next: ImportStep) => {
    run.reset();
    check.reset();
    setStep(next);
  };
  const blockers = {
    source: () => findSourceBlocker(input, isAdmin),
    columns: () => findColumnBlocker(columns),
    check: () => (affectedCount > 0 ? null : invalidCount > 0 ? ('faulty' as const) : ('nothing' as const)),
    done: () => null,
  };
  const isFlush = (step === 'check' || step === 'done') && !run.isPending;
  return (
    <DialogFrame
      open
      width={960}
      fullHeight={step === 'check' || (step === 'done' && (run.data?.counts.faulty ?? 0) > 0)}
      flush={isFlush}
      labelledBy={id}
      onClose={closeUnlessRunning}
      header={
        <DialogHeader
          id={id}
          title={t('imports.title')}
          subtitle={t(`imports.stepHelp.${step}`)}
          onClose={closeUnlessRunning}
        />
      }
      footer={
        <ImportFooter
          step={step}
          busy={{ check: check.isPending, run: run.isPending }}
          blocked={blockers[step]()}
          touched={affectedCount}
          faulty={invalidCount}
          onCancel={close}
          onClose={onClose}
          onBack={() => goToStep('source')}
          onColumns={() => setStep('columns')}
          onCheck={() =>
            check.mutate(input, {
              onSuccess: ({ errors }) => setStep(errors.some(({ row }) => row === 1) ? 'columns' : 'check'),
            })
          }
          onRun={() =>
            run.mutate({ input, skip_invalid: invalidCount > 0 }, { onSuccess: () => setStep('done') })
          }
        />
      }
    >
      {failure && !busy ? (
        <Box sx={isFlush ? { px: 3, pt: 2 } : { mb: 2 }}>
          <ErrorAlert error={describeError(failure)} />
        </Box>
      ) : null}
      {run.isPending ? (
        <Running rows={affectedCount} />
      ) : step === 'source' ? (
        <ImportSource
          siteId={siteId}
          input={input}
          onChange={changeInput}
          realms={isAdmin ? options : null}
        />
      ) : step === 'columns' ? (
        <ImportColumns
          columns={columns}
          problems={(checkResult?.errors ?? [])
            .filter(({ row, field }) => row === 1 && field === 'file')
            .map(({ message }) => message)}
          mapping={input.mapping}
          onChange={(mapping) => changeInput({ mapping })}
        />
      ) : step === 'check' && counts ? (
        <ImportCheck lines={lines} counts={counts} />
      ) : run.data ? (
        <ImportDone answer={run.data} />
      ) : null}
    </DialogFrame>
  );
}

/** The reason why the source can't be checked yet; null if it can. */
function findSourceBlocker({ csv, realmId }: ImportInput, isAdmin: boolean): 'empty' | 'realm' | null {
  if (isAdmin && realmId === null) return 'realm';
  return csv.trim() === '' ? 'empty' : null;
}

/** The server imports all rows in one transaction, so there is no progress to show. */
function Running({ rows }: { rows: number }) {
  const t = useTexts();
  return (
    <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 2 }}>
      <CircularProgress size={18} aria-hidden />
      {t('imports.running', { count: rows })}
    </Box>
  );
}
