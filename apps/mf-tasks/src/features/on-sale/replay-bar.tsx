import { Pause, Play } from 'lucide-react';
import { formatInstant, SegmentedControl, useLocale } from '@tessera/ui';
import { Box, IconButton } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { type Replay, speeds } from './use-replay';

/** The controls of a replay: play or pause, the moment and the speed. */
export function ReplayBar({ replay }: { replay: Replay }) {
  const t = useTexts();
  const { timeZone } = useLocale();
  const { at, from, to, speed, isPlaying, toggle, seek, setSpeed } = replay;
  const time = formatInstant(at, { style: 'date-time-seconds', timeZone });
  const label = isPlaying ? t('onSale.pauseReplay') : t('onSale.play');
  return (
    <Box
      role="group"
      aria-label={t('onSale.replay')}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        px: 2,
        py: 1,
        borderRadius: '8px',
        bgcolor: 'bar.main',
        color: 'bar.text',
      }}
    >
      <IconButton onClick={toggle} aria-label={label} title={label} sx={{ color: 'inherit' }}>
        {isPlaying ? <Pause size={18} aria-hidden /> : <Play size={18} aria-hidden />}
      </IconButton>
      <Box sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
        {t('onSale.replayAt', { time })}
      </Box>
      <Box
        component="input"
        type="range"
        min={from}
        max={to}
        step={1000}
        value={at}
        aria-label={t('onSale.position')}
        aria-valuetext={time}
        onChange={(event: React.ChangeEvent<HTMLInputElement>) => seek(Number(event.target.value))}
        sx={{ flex: 1, minWidth: 160, height: 24, accentColor: 'currentColor', color: 'bar.link' }}
      />
      <Box sx={{ typography: 'caption', color: 'bar.secondary', display: { xs: 'none', lg: 'block' } }}>
        {t('onSale.replayNote')}
      </Box>
      <Box sx={{ bgcolor: 'background.paper', borderRadius: '6px' }}>
        <SegmentedControl
          label={t('onSale.speed')}
          value={String(speed)}
          onChange={(chosen) => setSpeed(Number(chosen))}
          segments={speeds.map((one) => ({
            value: String(one),
            label: t('onSale.speedValue', { speed: one }),
          }))}
        />
      </Box>
    </Box>
  );
}
