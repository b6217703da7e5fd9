import { Box, Button, IconButton } from '@mui/material';
import { ArrowLeft, ZoomIn, ZoomOut } from 'lucide-react';
import { SegmentedControl, useCommands } from '@tessera/ui';
import { SeatLegend, type SeatLegendProps } from './seat-legend';
import { type ColorBy, colorings } from './seats';
import { useSeatTexts } from './texts';
import type { SeatZoom } from './use-seat-zoom';

export interface SeatToolbarProps extends SeatLegendProps {
  onColorBy: (colorBy: ColorBy) => void;
  zoom: SeatZoom;
}

/** What the colours mean, with their choice, and the zoom with its keys. */
export function SeatToolbar({ onColorBy, zoom, ...legend }: SeatToolbarProps) {
  const t = useSeatTexts();
  const group = t('seats');
  useCommands([
    { label: t('zoomIn'), group, keys: ['+', '='], run: () => zoom.change(1) },
    { label: t('zoomOut'), group, keys: ['-'], run: () => zoom.change(-1) },
    { label: t('zoomReset'), group, keys: ['0'], run: zoom.reset },
  ]);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1.5 }}>
      <SegmentedControl
        label={t('colorBy')}
        value={legend.colorBy}
        onChange={onColorBy}
        segments={colorings.map((value) => ({ value, label: t(value) }))}
      />
      <SeatLegend {...legend} />
      <Box sx={{ display: 'flex', gap: 0.5, ml: 'auto' }}>
        {(
          [
            ['zoomOut', ZoomOut, -1],
            ['zoomIn', ZoomIn, 1],
          ] as const
        ).map(([label, Icon, steps]) => (
          <IconButton
            key={label}
            size="small"
            aria-label={t(label)}
            title={t(label)}
            // Keeps the focus at the last size, which a disabled button would lose.
            aria-disabled={!zoom.canChange(steps)}
            onClick={() => zoom.change(steps)}
            sx={{ '&[aria-disabled="true"]': { color: 'text.disabled', cursor: 'default' } }}
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        ))}
      </Box>
    </Box>
  );
}

/** The way back from an area to all of them. */
export function AllAreasButton({ onClick }: { onClick: () => void }) {
  const t = useSeatTexts();
  return (
    <div>
      <Button
        size="small"
        onClick={onClick}
        startIcon={<ArrowLeft size={16} strokeWidth={1.75} aria-hidden />}
      >
        {t('allAreas')}
      </Button>
    </div>
  );
}
