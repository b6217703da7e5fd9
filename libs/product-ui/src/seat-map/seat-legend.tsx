import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { formatCount } from '@tessera/ui';
import { seatStyles } from './seat-styles';
import { type ColorBy, type Look, type MapArea, plainLook, type SeatJob } from './seats';
import { useSeatTexts } from './texts';

export interface SeatLegendProps {
  colorBy: ColorBy;
  areas: readonly MapArea[];
  jobs: readonly SeatJob[];
  jobLooks: ReadonlyMap<number, Look>;
  priceLooks: ReadonlyMap<string, Look>;
}

type Entry = {
  id: string;
  look: number | string;
  mark: string;
  name: ReactNode;
  held: number;
  bought: number;
};

const sum = (parts: readonly { held: number; bought: number }[]) => ({
  held: parts.reduce((total, { held }) => total + held, 0),
  bought: parts.reduce((total, { bought }) => total + bought, 0),
});

function useEntries({ colorBy, areas, jobs, jobLooks, priceLooks }: SeatLegendProps): Entry[] {
  const t = useSeatTexts();
  const all = sum(areas);
  if (colorBy === 'state') {
    return [
      { id: 'held', look: 'held', mark: '', name: t('held'), held: all.held, bought: 0 },
      { id: 'bought', look: 'bought', mark: '', name: t('bought'), held: 0, bought: all.bought },
    ];
  }
  const entries: Entry[] =
    colorBy === 'job'
      ? jobs.map(({ id, name, held, bought }) => ({
          id: String(id),
          ...(jobLooks.get(id) ?? plainLook),
          name,
          held,
          bought,
        }))
      : [...priceLooks].map(([level, look]) => ({
          id: level,
          ...look,
          name: t('level', { level }),
          ...sum(areas.filter(({ price_level }) => price_level === level)),
        }));
  const named = sum(entries);
  const rest = { held: all.held - named.held, bought: all.bought - named.bought };
  if (rest.held + rest.bought <= 0) return entries;
  return [...entries, { id: '', ...plainLook, name: colorBy === 'job' ? t('noJob') : t('noPrice'), ...rest }];
}

/** What the colours, patterns and marks stand for, with the number of seats of each. */
export function SeatLegend(props: SeatLegendProps) {
  const t = useSeatTexts();
  const entries = useEntries(props);
  return (
    <Box
      component="ul"
      aria-label={t('legend')}
      data-size="large"
      sx={(theme) => ({
        ...seatStyles(theme),
        '--seat-size': '24px',
        listStyle: 'none',
        m: 0,
        p: 0,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 2,
        rowGap: 1,
      })}
    >
      {entries.map(({ id, look, mark, name, held, bought }) => (
        <Box
          component="li"
          key={id}
          sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, maxWidth: '100%' }}
        >
          {(['held', 'bought'] as const).map((state) =>
            (state === 'held' ? held : bought) > 0 ? (
              <span key={state} aria-hidden data-look={look} data-state={state} data-mark={mark} />
            ) : null,
          )}
          <Typography component="span" variant="body2" noWrap>
            {name}
          </Typography>
          <Typography component="span" variant="body2" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
            {props.colorBy === 'state' ? formatCount(held + bought) : t('count', { held, bought })}
          </Typography>
        </Box>
      ))}
      <Typography component="li" variant="caption" sx={{ color: 'text.secondary' }}>
        {t('sideBySide')}
      </Typography>
    </Box>
  );
}
