import { formatKey } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { useTexts } from '../../texts';

/** The keys that steer the room, for somebody who stands before it. */
export function KeyHints({ isReplay }: { isReplay: boolean }) {
  const t = useTexts();
  const hints: [string, string][] = isReplay
    ? [
        [' ', t('onSale.hints.play')],
        ['[', t('onSale.hints.slower')],
        [']', t('onSale.hints.faster')],
        ['v', t('onSale.backToLive')],
      ]
    : [
        ['p', t('onSale.payNext')],
        ['r', t('onSale.retryAll')],
        ['s', t('onSale.pauseTasks')],
        ['t', t('onSale.raiseTarget')],
        ['l', t('onSale.addLogins')],
        ['n', t('onSale.handOver')],
        ['v', t('onSale.replay')],
        ['f', t('onSale.fullScreen')],
        ['?', t('onSale.hints.all')],
      ];
  return (
    <Box
      aria-hidden
      sx={{
        gridArea: 'keys',
        display: { xs: 'none', lg: 'flex' },
        flexWrap: 'wrap',
        columnGap: 2.5,
        typography: 'caption',
        color: 'text.tertiary',
        '& kbd': {
          font: 'inherit',
          fontSize: 11,
          px: 0.625,
          mr: 0.75,
          border: 1,
          borderColor: 'line.main',
          borderRadius: '4px',
          color: 'text.secondary',
          bgcolor: 'background.paper',
        },
      }}
    >
      {hints.map(([key, label]) => (
        <span key={key}>
          <kbd>{formatKey(key)}</kbd>
          {label}
        </span>
      ))}
    </Box>
  );
}
