import { memo } from 'react';
import type { OnSaleDto } from '@tessera/api';
import { CountdownText, formatCount, TileBar } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import type { Frame } from './room-frames';
import { Small } from './room-panel';

export interface RoomFiguresProps {
  frame: Frame;
  /** Seats beyond what was wanted. */
  extra: number;
  isNarrow: boolean;
  /** When the next seats lapse; null in a replay, and when none is held. */
  nextLapse: OnSaleDto['baskets']['next'][number]['expires_at'] | null;
}

const formatShare = (share: number): string => `${Math.floor(share * 100)} %`;

/** Seats purchased, held, open and lost, which add up to those wanted, in figures that are read from across a room. */
export const RoomFigures = memo(function RoomFigures({
  frame,
  extra,
  isNarrow,
  nextLapse,
}: RoomFiguresProps) {
  const t = useTexts();
  const { won, held, open, lost, wanted, lapsed, counts } = frame;
  const count = (status: string) => counts[status] ?? 0;
  return (
    <Box sx={{ gridArea: 'figures', display: 'grid', gap: { xs: 1, sm: 1.5 } }}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(5, 1fr)' },
          gap: '1px',
          bgcolor: 'line.main',
          border: 1,
          borderColor: 'line.main',
          borderRadius: '8px',
          overflow: 'hidden',
        }}
      >
        <Figure name={t('onSale.won')} value={won} hue="verdigris">
          {wanted > 0 ? t('onSale.ofWanted', { share: formatShare(won / wanted) }) : ' '}
        </Figure>
        <Figure name={t('onSale.held')} value={held} hue="ochre">
          {nextLapse ? (
            <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 1 }}>
              {t('onSale.nextLapse')}
              <CountdownText until={nextLapse} form="clock" label={t('onSale.held')} />
            </Box>
          ) : lapsed > 0 ? (
            t('onSale.lapsedSeats', { count: lapsed })
          ) : (
            t('onSale.nothingHeld')
          )}
        </Figure>
        <Figure name={t('onSale.open')} value={open} hue="lapis">
          {t('onSale.working', {
            running: count('running'),
            waiting: count('waiting_room'),
            queued: count('queued'),
          })}
        </Figure>
        <Figure name={t('onSale.lost')} value={lost} hue="cinnabar">
          {lost > 0 ? t('onSale.lostNote') : ' '}
        </Figure>
        <Figure name={t('onSale.wanted')} value={wanted} hue="stone" isWide>
          {extra > 0
            ? t('onSale.extra', { count: extra })
            : wanted > 0 && won >= wanted
              ? t('onSale.reached')
              : ' '}
        </Figure>
      </Box>
      <TileBar
        fill
        size="wall"
        tiles={isNarrow ? 40 : 120}
        total={Math.max(wanted, won + held)}
        parts={[
          { value: won, tone: 'bought', label: t('onSale.won') },
          { value: held, tone: 'carted', label: t('onSale.held') },
          {
            value: open,
            tone: 'running',
            label: t('onSale.open'),
          },
          { value: lost, tone: 'failed', label: t('onSale.lost') },
        ]}
      />
    </Box>
  );
});

interface FigureProps {
  name: string;
  value: number;
  hue: 'verdigris' | 'ochre' | 'lapis' | 'cinnabar' | 'stone';
  /** Takes the whole width of a narrow window. */
  isWide?: boolean;
  children: React.ReactNode;
}

const Figure = ({ name, value, hue, isWide = false, children }: FigureProps) => (
  <Box
    role="group"
    aria-label={name}
    sx={{
      bgcolor: 'background.paper',
      px: { xs: 1.5, sm: 2.5 },
      py: { xs: 1, sm: 1.5 },
      minWidth: 0,
      gridColumn: isWide ? { xs: '1 / -1', md: 'auto' } : undefined,
    }}
  >
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
      <Box sx={{ width: 10, height: 10, borderRadius: '2px', bgcolor: `status.${hue}.main`, flex: 'none' }} />
      <Box component="span" sx={{ fontSize: 'clamp(13px, 1vw, 20px)', fontWeight: 550 }}>
        {name}
      </Box>
    </Box>
    <Box>
      <Box
        sx={{
          fontSize: 'clamp(38px, 5vw, 104px)',
          lineHeight: 1.06,
          fontWeight: 600,
          letterSpacing: '-.03em',
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {formatCount(value)}
      </Box>
      <Small sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: { lg: 'nowrap' } }}>
        {children}
      </Small>
    </Box>
  </Box>
);
