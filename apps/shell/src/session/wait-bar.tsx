import { Hourglass } from 'lucide-react';
import { createPortal } from 'react-dom';
import { cancelRequestWaits, type RequestWait } from '@tessera/api';
import { findNoticeHost, FloatingBar, formatDuration, useClockValue } from '@tessera/ui';
import { useSessionTexts } from './texts';

/** A line of the page or of the dialog that is open; it is above a room that fills the screen. */
const inLayout = {
  position: 'relative',
  zIndex: 'snackbar',
  borderRadius: 0,
  boxShadow: 'none',
  justifyContent: 'center',
} as const;

/** The pages before the sign-in have no place for it. */
const floating = {
  position: 'fixed',
  top: 12,
  left: '50%',
  transform: 'translateX(-50%)',
  zIndex: 'snackbar',
  width: 'max-content',
  maxWidth: 'calc(100% - 24px)',
} as const;

/** Says when refused requests are sent again, and offers to cancel them. */
export function WaitBar({ wait: { status, retryAt } }: { wait: RequestWait }) {
  const t = useSessionTexts();
  const left = useClockValue(() => Math.max(1, Math.ceil((retryAt - Date.now()) / 1000)));
  const host = findNoticeHost();
  return createPortal(
    <FloatingBar role="status" sx={host ? inLayout : floating}>
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
    host ?? document.body,
  );
}
