import { Download, FileUp } from 'lucide-react';
import { type DragEvent, useId, useRef, useState } from 'react';
import { describeError, ErrorAlert } from '@tessera/ui';
import { type Option, PlainSelect, PlainTextField } from '@tessera/ui/forms';
import { Box, Button, styled, Switch } from '@tessera/ui/mui';
import { readText } from '../../../read-text';
import { useTexts } from '../../../texts';
import { type ImportInput, useSaveSample } from './import.api';
import { importFields } from './import-file';

const DropZone = styled('div')(({ theme: { vars } }) => ({
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

export interface ImportSourceProps {
  siteId: number;
  input: ImportInput;
  onChange: (change: Partial<ImportInput>) => void;
  /** Realms to choose from; null: the user's own realm is used. */
  realms: readonly Option[] | null;
}

/** The source of an import: a chosen or dropped file, or pasted rows. */
export function ImportSource({ siteId, input, onChange, realms }: ImportSourceProps) {
  const t = useTexts();
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const sample = useSaveSample(siteId);
  const [isDragOver, setIsDragOver] = useState(false);
  const [file, setFile] = useState<{ name: string; problem: string | null } | null>(null);
  const read = async (chosen: File | undefined) => {
    if (!chosen) return;
    const csv = await readText(chosen);
    // Decoding another encoding as UTF-8 yields replacement characters and would corrupt names.
    const isUtf8 = !csv.includes('\uFFFD');
    setFile({ name: chosen.name, problem: isUtf8 ? null : t('imports.notUtf8', { name: chosen.name }) });
    if (isUtf8) onChange({ csv });
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(false);
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
      <DropZone
        className={isDragOver ? 'over' : ''}
        onDragOver={(event) => {
          event.preventDefault();
          setIsDragOver(true);
        }}
        onDragLeave={() => setIsDragOver(false)}
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
      </DropZone>
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
