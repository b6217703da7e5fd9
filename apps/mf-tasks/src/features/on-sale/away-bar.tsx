import { Eye, X } from 'lucide-react';
import { formatDuration } from '@tessera/ui';
import { Box, Button, IconButton } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import type { Away } from './use-away';

export interface AwayBarProps {
  away: Away;
  /** Opens the hand-over note. */
  onNote: () => void;
  onDismiss: () => void;
}

/** What changed while nobody looked. */
export function AwayBar({ away, onNote, onDismiss }: AwayBarProps) {
  const t = useTexts();
  const changes = [
    away.won > 0 ? t('onSale.wonMore', { count: away.won }) : '',
    away.held > 0 ? t('onSale.heldMore', { count: away.held }) : '',
    away.lapsed > 0 ? t('onSale.lapsedMore', { count: away.lapsed }) : '',
    away.failed > 0 ? t('onSale.failedMore', { count: away.failed }) : '',
  ].filter(Boolean);
  if (changes.length === 0) return null;
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        pl: 2,
        pr: 1,
        py: 0.5,
        borderRadius: '8px',
        bgcolor: 'status.lapis.tint',
        color: 'status.lapis.text',
      }}
    >
      <Eye size={16} strokeWidth={1.75} aria-hidden />
      <Box sx={{ flex: 1, fontSize: 'clamp(13px, 1vw, 18px)' }}>
        <b>{t('onSale.awayFor', { time: formatDuration(away.seconds) })}</b> {changes.join(' · ')}
      </Box>
      <Button color="inherit" onClick={onNote} sx={{ flex: 'none' }}>
        {t('onSale.handOver')}
      </Button>
      <IconButton aria-label={t('onSale.dismiss')} onClick={onDismiss} sx={{ color: 'inherit' }}>
        <X size={16} aria-hidden />
      </IconButton>
    </Box>
  );
}
