import type { LoginImportDto } from '@tessera/api';
import { saveFile } from '@tessera/data-table/list-page';
import { Alert } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { useTexts } from '../../../texts';
import { ImportCheck } from './import-check';
import { formatSkippedRows } from './import-file';
import { toImportLines } from './import-lines';

/** The result of an import and the skipped rows with their reasons. */
export function ImportDone({ answer }: { answer: LoginImportDto }) {
  const t = useTexts();
  const { counts } = answer;
  const parts = (['new', 'changed', 'unchanged'] as const)
    .filter((kind) => counts[kind] > 0)
    .map((kind) => t(`imports.done.${kind}`, { count: counts[kind] }));
  const skipped = toImportLines(answer).filter(({ outcome }) => outcome === 'faulty');
  const save = () => {
    const header = [t('imports.row'), t('words.email'), t('imports.fields'), t('imports.reason')];
    saveFile(new Blob([formatSkippedRows(header, skipped)], { type: 'text/csv' }), 'skipped-rows.csv');
  };
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: '100%' }}>
      <Box role="status" sx={{ px: 3, py: 2, flex: 'none' }}>
        <Alert
          tone={skipped.length > 0 ? 'warning' : 'success'}
          title={t(parts.length > 0 ? 'imports.doneTitle' : 'imports.nothingDone')}
          actions={
            skipped.length > 0 ? (
              <Button size="small" onClick={save}>
                {t('imports.saveSkipped')}
              </Button>
            ) : null
          }
        >
          {parts.length > 0 ? `${parts.join(', ')}. ` : null}
          {counts.faulty > 0 ? t('imports.skipped', { count: counts.faulty }) : null}
        </Alert>
      </Box>
      {skipped.length > 0 ? (
        <Box sx={{ flex: 1, minHeight: 0 }}>
          <ImportCheck lines={skipped} counts={{ new: 0, changed: 0, unchanged: 0, faulty: counts.faulty }} />
        </Box>
      ) : null}
    </Box>
  );
}
