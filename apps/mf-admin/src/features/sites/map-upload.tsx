import { useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { SiteMapPreviewDto } from '@tessera/api';
import { SiteMap } from '@tessera/product-ui/seat-map';
import { describeError, ErrorAlert, useAction } from '@tessera/ui';
import { PlainSelect } from '@tessera/ui/forms';
import { Box, Button, Typography } from '@tessera/ui/mui';
import { readText } from '../../read-text';
import { useTexts } from '../../texts';
import { MapMatches } from './map-matches';
import { mapEventsQuery, usePreviewMap, usePutMap } from './site-maps.api';

/** Largest drawing, in bytes; the server limits characters. */
const MAX_BYTES = 512 * 1024;

/** A drawing that was read and not yet stored. */
export interface MapDraft {
  svg: string;
  preview: SiteMapPreviewDto;
  /** Null: the map of the site. */
  eventId: number | null;
}

/** What is wrong with the drawing, else the error itself. */
function describeRefusal(error: Error) {
  const info = describeError(error);
  return { ...info, message: info.details?.[0]?.message ?? info.message, details: [] };
}

export interface MapUploadProps {
  siteId: number;
  /** The events that have a map, and null when the site has one. */
  existing: readonly (number | null)[];
  /** Kept by the form, which asks before it drops it. */
  draft: MapDraft | null;
  onDraft: (draft: MapDraft | null) => void;
}

/** Uploads a map of the site or of one event, after a preview of what the server keeps of it. */
export function MapUpload({ siteId, existing, draft, onDraft }: MapUploadProps) {
  const t = useTexts();
  const inputId = useId();
  const picker = useRef<HTMLInputElement>(null);
  const { attempt } = useAction();
  const events = useQuery(mapEventsQuery(siteId));
  const { mutateAsync: check, isPending: isChecking, error, reset } = usePreviewMap(siteId);
  const { mutateAsync: put, isPending: isSaving } = usePutMap(siteId);
  const [event, setEvent] = useState(String(draft?.eventId ?? ''));
  const [problem, setProblem] = useState<string | null>(null);
  const eventId = event === '' ? null : Number(event);

  const shown = useRef<HTMLElement>(null);
  const svg = draft?.svg;
  // It appears below what fits into the dialog.
  useEffect(() => {
    if (svg !== undefined) shown.current?.scrollIntoView({ block: 'nearest' });
  }, [svg]);

  const discard = () => {
    onDraft(null);
    setProblem(null);
    reset();
  };
  const preview = async (svg: string, forEvent: number | null) => {
    onDraft(null);
    // A refusal is shown as the mutation's error.
    const found = await check({ svg, event_id: forEvent }).catch(() => null);
    if (found) onDraft({ svg, preview: found, eventId: forEvent });
  };
  const read = async (file: File | undefined) => {
    if (!file) return;
    discard();
    const isTooLarge = file.size > MAX_BYTES;
    const svg = isTooLarge ? '' : await readText(file);
    if (isTooLarge) setProblem(t('config.mapTooLarge', { name: file.name }));
    // Decoding another encoding as UTF-8 yields replacement characters.
    else if (svg.includes('\uFFFD')) setProblem(t('config.mapNotUtf8', { name: file.name }));
    else await preview(svg, eventId);
  };
  const save = async () => {
    if (!draft) return;
    const body = { svg: draft.svg, event_id: draft.eventId };
    if (await attempt(() => put(body), t('config.mapUploaded'))) discard();
  };

  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1.5 }}>
        <PlainSelect
          label={t('config.mapFor')}
          value={event}
          onChange={(chosen) => {
            setEvent(chosen);
            if (draft) void preview(draft.svg, chosen === '' ? null : Number(chosen));
          }}
          empty={t('config.mapOfSite')}
          options={(events.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          sx={{ flex: '1 1 220px', maxWidth: 420 }}
        />
        <input
          ref={picker}
          id={inputId}
          type="file"
          accept=".svg,image/svg+xml"
          aria-label={t('config.mapFile')}
          hidden
          onChange={({ target }) => {
            void read(target.files?.[0]);
            // The same file can be chosen again after it was edited.
            target.value = '';
          }}
        />
        <Button
          variant="outlined"
          startIcon={<FileUp size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => picker.current?.click()}
        >
          {t('config.mapFile')}
        </Button>
      </Box>
      {problem === null ? null : (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
          {problem}
        </Typography>
      )}
      {error ? <ErrorAlert error={describeRefusal(error)} /> : null}
      {isChecking ? (
        <Typography role="status" variant="body2">
          {t('config.mapReading')}
        </Typography>
      ) : null}
      {draft ? (
        <Box
          ref={shown}
          role="group"
          aria-label={t('config.mapPreview')}
          sx={{ display: 'grid', gap: 1.5, border: 1, borderColor: 'line.main', borderRadius: '8px', p: 1.5 }}
        >
          <SiteMap svg={draft.preview.svg} areas={[]} maxHeight={280} />
          <MapMatches map={draft.preview} />
          <Box sx={{ display: 'flex', gap: 1 }}>
            <Button variant="contained" disabled={isSaving} onClick={() => void save()}>
              {existing.includes(eventId) ? t('config.mapReplace') : t('config.mapUpload')}
            </Button>
            <Button onClick={discard}>{t('config.mapDiscard')}</Button>
          </Box>
        </Box>
      ) : null}
    </Box>
  );
}
