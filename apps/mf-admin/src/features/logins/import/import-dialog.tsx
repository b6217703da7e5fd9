import { useCan } from '@tessera/api';
import { Box, CircularProgress } from '@tessera/ui/mui';
import { DialogFrame, DialogHeader, ErrorAlert, describeError } from '@tessera/ui';
import { useCloseGuard } from '@tessera/ui/forms';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { realmChoicesQuery } from '../../../lookups/choices.api';
import { useTexts } from '../../../texts';
import { ImportCheck } from './import-check';
import { columnsLack, ImportColumns, namedColumns } from './import-columns';
import { ImportDone } from './import-done';
import { columnNames } from './import-file';
import { ImportFoot, type ImportStep } from './import-foot';
import { linesOf } from './import-lines';
import { ImportSource } from './import-source';
import { useCheckImport, useImport, type ImportInput } from './import.api';

/** Logins from a file: chosen or pasted, its columns assigned, checked row by row, then imported. */
export function ImportDialog({ siteId, onClose }: { siteId: number; onClose: () => void }) {
  const t = useTexts();
  const id = useId();
  const isAdmin = useCan('admin', 'all');
  const { data: realms } = useQuery({ ...realmChoicesQuery(), enabled: isAdmin });
  const [input, setInput] = useState<ImportInput>({ csv: '', update: false, realmId: null, mapping: {} });
  const [step, setStep] = useState<ImportStep>('source');
  const check = useCheckImport(siteId);
  const run = useImport(siteId);
  const checked = check.data;
  const lines = useMemo(() => (checked ? linesOf(checked) : []), [checked]);
  const columns = useMemo(
    () =>
      checked ? namedColumns(checked.columns, columnNames(input.csv, checked.separator), input.mapping) : [],
    [checked, input],
  );
  const counts = checked?.counts ?? null;
  const busy = check.isPending || run.isPending;
  const close = useCloseGuard(step !== 'done' && input.csv !== '', onClose);
  const shut = run.isPending ? () => undefined : close;
  const options = realms?.map(({ id: value, name }) => ({ value: String(value), label: name })) ?? [];
  const failed = step === 'check' ? run.error : check.error;
  const touched = counts ? counts.new + counts.changed : 0;
  const faulty = counts?.faulty ?? 0;
  const change = (part: Partial<ImportInput>) =>
    // Assignments belong to the file that they were made for.
    setInput((before) => ({ ...before, ...(part.csv !== undefined && { mapping: {} }), ...part }));
  const goTo = (next: ImportStep) => {
    run.reset();
    check.reset();
    setStep(next);
  };
  const blockedBy = {
    source: () => sourceLacks(input, isAdmin),
    columns: () => columnsLack(columns),
    check: () => (touched > 0 ? null : faulty > 0 ? ('faulty' as const) : ('nothing' as const)),
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
      onClose={shut}
      header={
        <DialogHeader
          id={id}
          title={t('imports.title')}
          subtitle={t(`imports.stepHelp.${step}`)}
          onClose={shut}
        />
      }
      footer={
        <ImportFoot
          step={step}
          busy={{ check: check.isPending, run: run.isPending }}
          blocked={blockedBy[step]()}
          touched={touched}
          faulty={faulty}
          onCancel={close}
          onClose={onClose}
          onBack={() => goTo('source')}
          onColumns={() => setStep('columns')}
          onCheck={() =>
            check.mutate(input, {
              onSuccess: ({ errors }) => setStep(errors.some(({ row }) => row === 1) ? 'columns' : 'check'),
            })
          }
          onRun={() => run.mutate({ input, skip_invalid: faulty > 0 }, { onSuccess: () => setStep('done') })}
        />
      }
    >
      {failed && !busy ? (
        <Box sx={isFlush ? { px: 3, pt: 2 } : { mb: 2 }}>
          <ErrorAlert error={describeError(failed)} />
        </Box>
      ) : null}
      {run.isPending ? (
        <Running rows={touched} />
      ) : step === 'source' ? (
        <ImportSource siteId={siteId} input={input} onChange={change} realms={isAdmin ? options : null} />
      ) : step === 'columns' ? (
        <ImportColumns
          columns={columns}
          problems={(checked?.errors ?? [])
            .filter(({ row, field }) => row === 1 && field === 'file')
            .map(({ message }) => message)}
          mapping={input.mapping}
          onChange={(mapping) => change({ mapping })}
        />
      ) : step === 'check' && counts ? (
        <ImportCheck lines={lines} counts={counts} />
      ) : run.data ? (
        <ImportDone answer={run.data} />
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
