import { Hourglass } from 'lucide-react';
import { createPortal } from 'react-dom';
import { cancelRequestWaits, type RequestWait } from '@tessera/api';
import { FloatingBar, formatDuration, useClockValue } from '@tessera/ui';
import { useTexts } from '../texts';

/** Says when refused requests are sent again, and offers to cancel them. */
export function WaitBar({ wait: { status, retryAt } }: { wait: RequestWait }) {
  const t = useTexts();
  const left = useClockValue(() => Math.max(1, Math.ceil((retryAt - Date.now()) / 1000)));
  return createPortal(
    <FloatingBar
      role="status"
      sx={{
        position: 'fixed',
        top: 64,
        left: '50%',
        transform: 'translateX(-50%)',
        zIndex: 'snackbar',
        width: 'max-content',
        maxWidth: 'calc(100% - 24px)',
      }}
    >
      <Hourglass size={16} strokeWidth={1.75} aria-hidden />
      <span style={{ padding: '0 8px 0 4px' }}>
        {t(status === 503 ? 'requestWait.unavailable' : 'requestWait.tooMany')}{' '}
        <span role="timer" aria-live="off">
          {t('requestWait.nextAttempt', { time: formatDuration(left) })}
        </span>
      </span>
      <button type="button" className="link" onClick={cancelRequestWaits}>
        {t('requestWait.cancel')}
      </button>
    </FloatingBar>,
    topmostDialog() ?? document.body,
  );
}

/** The open dialog that has the focus; it takes no focus outside itself, so that the bar must be in it. */
const topmostDialog = (): Element | undefined =>
  [...document.querySelectorAll('.MuiModal-root > [tabindex="-1"]')].at(-1);
