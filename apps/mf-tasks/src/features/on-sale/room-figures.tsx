import { memo } from 'react';
import type { OnSaleDto } from '@tessera/api';
import { CountdownText, formatCount, TileBar } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import type { Frame } from './room-frames';
import { Small } from './room-panel';

export interface RoomFiguresProps {
  frame: Frame;
  target: number;
  isNarrow: boolean;
  /** When the next seats lapse; null in a replay, and when none is held. */
  nextLapse: OnSaleDto['baskets']['next'][number]['expires_at'] | null;
}

const formatShare = (share: number): string => `${Math.floor(share * 100)} %`;

/** Seats won, held, in progress and wanted, in figures that are read from across a room. */
export const RoomFigures = memo(function RoomFigures({
  frame,
  target,
  isNarrow,
  nextLapse,
}: RoomFiguresProps) {
  const t = useTexts();
  const { won, held, inProgress, lapsed, counts } = frame;
  const count = (status: string) => counts[status] ?? 0;
  const left = target - won;
  return (
    <Box sx={{ gridArea: 'figures', display: 'grid', gap: { xs: 1, sm: 1.5 } }}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' },
          gap: '1px',
          bgcolor: 'line.main',
          border: 1,
          borderColor: 'line.main',
          borderRadius: '8px',
          overflow: 'hidden',
        }}
      >
        <Figure name={t('onSale.won')} value={won} hue="verdigris">
          {target > 0 ? t('onSale.ofTarget', { share: formatShare(won / target) }) : ' '}
        </Figure>
        <Figure name={t('onSale.held')} value={held} hue="ochre">
          {nextLapse ? (
            <>
              {t('onSale.nextLapse')}{' '}
              <CountdownText until={nextLapse} form="clock" label={t('onSale.held')} />
            </>
          ) : lapsed > 0 ? (
            t('onSale.lapsedSeats', { count: lapsed })
          ) : (
            t('onSale.nothingHeld')
          )}
        </Figure>
        <Figure name={t('onSale.inProgress')} value={inProgress} hue="lapis">
          {t('onSale.working', {
            running: count('running'),
            waiting: count('waiting_room'),
            queued: count('queued'),
          })}
        </Figure>
        <Figure name={t('onSale.target')} value={target} hue="stone">
          {left > 0 ? t('onSale.toGo', { count: left }) : target > 0 ? t('onSale.reached') : ' '}
        </Figure>
      </Box>
      <TileBar
        fill
        size="wall"
        tiles={isNarrow ? 40 : 120}
        total={Math.max(target, won + held)}
        parts={[
          { value: won, tone: 'bought', label: t('onSale.won') },
          { value: held, tone: 'carted', label: t('onSale.held') },
          {
            value: Math.min(inProgress, Math.max(0, target - won - held)),
            tone: 'running',
            label: t('onSale.inProgress'),
          },
        ]}
      />
    </Box>
  );
});

interface FigureProps {
  name: string;
  value: number;
  hue: 'verdigris' | 'ochre' | 'lapis' | 'stone';
  children: React.ReactNode;
}

const Figure = ({ name, value, hue, children }: FigureProps) => (
  <Box
    role="group"
    aria-label={name}
    sx={{ bgcolor: 'background.paper', px: { xs: 1.5, sm: 2.5 }, py: { xs: 1, sm: 1.5 }, minWidth: 0 }}
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
