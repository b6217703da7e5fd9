import { Box, Button, styled, Switch } from '@tessera/ui/mui';
import { ErrorAlert, describeError } from '@tessera/ui';
import { PlainSelect, PlainTextField, type Option } from '@tessera/ui/forms';
import { Download, FileUp } from 'lucide-react';
import { useId, useRef, useState, type DragEvent } from 'react';
import { useTexts } from '../../../texts';
import { importFields } from './import-file';
import { useSaveSample, type ImportInput } from './import.api';

const Drop = styled('div')(({ theme: { vars } }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 12,
  padding: 16,
  border: `1px dashed ${vars.palette.line.control}`,
  borderRadius: 8,
  backgroundColor: vars.palette.surface.sunken,
  color: vars.palette.text.secondary,
  '&.over': { borderColor: vars.palette.accent.main, backgroundColor: vars.palette.surface.selected },
}));

/** What a file holds, read as UTF-8. */
const textOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error(file.name));
    reader.readAsText(file, 'utf-8');
  });

export interface ImportSourceProps {
  siteId: number;
  input: ImportInput;
  onChange: (change: Partial<ImportInput>) => void;
  /** Realms to choose among; null: the reader's own is meant. */
  realms: readonly Option[] | null;
}

/** A file that is chosen or dropped, or rows that are pasted, and what becomes of logins that are there already. */
export function ImportSource({ siteId, input, onChange, realms }: ImportSourceProps) {
  const t = useTexts();
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const sample = useSaveSample(siteId);
  const [over, setOver] = useState(false);
  const [file, setFile] = useState<{ name: string; problem: string | null } | null>(null);
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    const csv = await textOf(chosen);
    // Another encoding leaves marks in place of what it could not read; names would be lost without a word.
    const isUtf8 = !csv.includes('\uFFFD');
    setFile({ name: chosen.name, problem: isUtf8 ? null : t('imports.notUtf8', { name: chosen.name }) });
    if (isUtf8) onChange({ csv });
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void read(event.dataTransfer.files[0]);
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {realms ? (
        <PlainSelect
          label={t('words.realm')}
          value={input.realmId === null ? '' : String(input.realmId)}
          onChange={(value) => onChange({ realmId: value === '' ? null : Number(value) })}
          empty={t('words.ownerMissing')}
          options={realms}
        />
      ) : null}
      <Drop
        className={over ? 'over' : ''}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <Button
          startIcon={<FileUp size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => picker.current?.click()}
        >
          {t('imports.choose')}
        </Button>
        <input
          ref={picker}
          type="file"
          aria-label={t('imports.choose')}
          accept=".csv,.tsv,.txt,text/csv"
          hidden
          onChange={(event) => void read(event.target.files?.[0])}
        />
        <span role="status">{file ? (file.problem ?? file.name) : t('imports.drop')}</span>
        <Button
          sx={{ ml: 'auto' }}
          startIcon={<Download size={16} strokeWidth={1.75} aria-hidden />}
          loading={sample.isPending}
          onClick={() => sample.mutate()}
        >
          {t('imports.sample')}
        </Button>
      </Drop>
      {sample.error ? <ErrorAlert error={describeError(sample.error)} /> : null}
      <PlainTextField
        label={t('imports.rows')}
        value={input.csv}
        onChange={(csv) => {
          setFile(null);
          onChange({ csv });
        }}
        rows={9}
        mono
        placeholder={'email,name,seats_to_set\nann@example.org,Ann,4'}
        help={t('imports.columns', { columns: importFields.join(', ') })}
      />
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center' }}>
        <Switch
          checked={input.update}
          onChange={(_event, update) => onChange({ update })}
          slotProps={{ input: { id, 'aria-describedby': `${id}help` } }}
        />
        <div>
          <label htmlFor={id}>{t('imports.update')}</label>
          <Box id={`${id}help`} sx={{ typography: 'caption', color: 'text.tertiary' }}>
            {t('imports.updateHelp')}
          </Box>
        </div>
      </Box>
    </Box>
  );
}
