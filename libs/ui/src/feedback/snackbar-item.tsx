import { CircleAlert, X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTexts } from '../texts';
import { Bar } from './bar';
import type { SnackbarMessage } from './snackbar-context';

export interface SnackbarItemProps {
  message: SnackbarMessage;
  onClose: () => void;
}

/** One snackbar; it waits while pointed at or focused. */
export function SnackbarItem({ message, onClose }: SnackbarItemProps) {
  const { action, icon, tone = 'plain', duration = action ? 10_000 : 6_000 } = message;
  const t = useTexts();
  const [held, setHeld] = useState(false);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (duration === null || held) return;
    const timer = setTimeout(() => close(), duration);
    return () => clearTimeout(timer);
  }, [duration, held]);
  const Icon = icon ?? (tone === 'error' ? CircleAlert : undefined);
  return (
    <Bar
      role={tone === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden /> : null}
      <span style={{ padding: Icon ? '0 8px 0 4px' : '0 8px 0 0' }}>{message.message}</span>
      {action ? (
        <button
          type="button"
          className="link"
          onClick={() => {
            onClose();
            action.onSelect();
          }}
        >
          {action.label}
        </button>
      ) : null}
      <button type="button" aria-label={t('closeMessage')} onClick={onClose} style={{ padding: '0 7px' }}>
        <X size={16} strokeWidth={1.75} aria-hidden />
      </button>
    </Bar>
  );
}
