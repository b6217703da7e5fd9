import type { ImportColumn } from '@tessera/api';
import { Alert } from '@tessera/ui';
import { PlainSelect } from '@tessera/ui/forms';
import { Box, Button } from '@tessera/ui/mui';
import { useTexts } from '../../../texts';
import type { ImportInput } from './import.api';
import { importFields } from './import-file';

type Mapping = ImportInput['mapping'];

/** A column of the file and its field: null leaves the column out, undefined means not chosen yet. */
export interface FileColumn {
  position: number;
  name: string;
  field: string | null | undefined;
}

/** The file's columns with the fields that the server recognized or the user chose. */
export const resolveColumns = (
  columns: readonly ImportColumn[],
  names: readonly string[],
  mapping: Mapping,
): FileColumn[] =>
  columns.map(({ position, name: storedName, field, ignored }) => {
    const name = names[position - 1] ?? storedName ?? '';
    const knownField = field ?? (ignored ? null : undefined);
    return { position, name, field: Object.hasOwn(mapping, name) ? mapping[name] : knownField };
  });

/** The reason why the rows can't be checked yet; null if they can. */
export function findColumnBlocker(columns: readonly FileColumn[]): 'columns' | 'email' | null {
  if (columns.some(({ field }) => field === undefined)) return 'columns';
  return columns.some(({ field }) => field === 'email') ? null : 'email';
}

const LEFT_OUT = '-';

/** Assigns a field to each column of the file. */
export function ImportColumns({
  columns,
  problems,
  mapping,
  onChange,
}: {
  columns: readonly FileColumn[];
  /** Errors of the file as a whole. */
  problems: readonly string[];
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}) {
  const t = useTexts();
  const titleOf = ({ name, position }: FileColumn) => name || t('imports.columnNumber', { position });
  const unknown = columns.filter(({ field }) => field === undefined);
  const findColumnOf = (field: string) => columns.find((column) => column.field === field);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {problems.length > 0 ? <Alert tone="error">{problems.join(' ')}</Alert> : null}
      {unknown.length > 0 ? (
        <Alert
          tone="warning"
          title={t('imports.unknown', {
            count: unknown.length,
            names: unknown.map((column) => `“${titleOf(column)}”`).join(', '),
          })}
          actions={
            <Button
              size="small"
              onClick={() =>
                onChange({ ...mapping, ...Object.fromEntries(unknown.map(({ name }) => [name, null])) })
              }
            >
              {t('imports.leaveOutUnknown')}
            </Button>
          }
        >
          {t('imports.unknownHelp')}
        </Alert>
      ) : null}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(240px, 100%), 1fr))',
          '& > *': { minWidth: 0, overflowWrap: 'anywhere' },
        }}
      >
        {columns.map((column) => (
          <PlainSelect
            key={column.position}
            label={titleOf(column)}
            value={column.field === null ? LEFT_OUT : (column.field ?? '')}
            empty={column.field === undefined ? t('imports.chooseField') : undefined}
            options={[
              { value: LEFT_OUT, label: t('imports.leaveOut') },
              ...importFields.map((field) => ({
                value: field,
                label: field,
                disabled: (findColumnOf(field) ?? column) !== column,
              })),
            ]}
            onChange={(value) => onChange({ ...mapping, [column.name]: value === LEFT_OUT ? null : value })}
          />
        ))}
      </Box>
    </Box>
  );
}
