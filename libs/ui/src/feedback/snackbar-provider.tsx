import { Box, Portal, useTheme } from '@mui/material';
import { CircleAlert, X } from 'lucide-react';
import { useCallback, useMemo, useRef, useState, type ReactNode, useEffect, useEffectEvent } from 'react';
import { useCommands } from '../commands/commands';
import { useTexts } from '../texts';
import { RetryWait } from './error-alert';
import { isExpectedRefusal, formatErrorReference, formatError, type ErrorInfo } from './error-info';
import { Bar } from './floating-bar';
import {
  BottomInsetContext,
  SnackbarContext,
  type ReserveBottom,
  type SnackbarMessage,
} from './snackbar-context';

interface Shown extends SnackbarMessage {
  id: number;
}

const most = 3;

/** What can still be undone is the last to make room. */
function withinLimit(all: readonly Shown[]): readonly Shown[] {
  if (all.length <= most) return all;
  const goes = all.find(({ action }) => !action) ?? all[0];
  return all.filter((one) => one !== goes);
}

/** Keeps the snackbars of the page: the newest at the bottom left, three at most. */
export function SnackbarProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const [insets, setInsets] = useState<readonly { height: number }[]>([]);
  const reserve = useCallback<ReserveBottom>((height) => {
    const inset = { height };
    setInsets((all) => [...all, inset]);
    return () => setInsets((all) => all.filter((one) => one !== inset));
  }, []);
  const next = useRef(1);
  const close = useCallback((id: number) => setShown((all) => all.filter((one) => one.id !== id)), []);
  const snackbars = useMemo(() => {
    const show = (message: SnackbarMessage | string) => {
      const id = next.current++;
      const given = typeof message === 'string' ? { message } : message;
      setShown((all) => {
        const same = given.key === undefined ? undefined : all.find(({ key }) => key === given.key);
        if (!same) return withinLimit([...all, { id, ...given }]);
        return all.map((one) => (one === same ? { ...given, id: same.id } : one));
      });
    };
    const showError = (error: ErrorInfo, key?: string) => {
      const facts = isExpectedRefusal(error) ? '' : formatErrorReference(error);
      const words = facts ? `${formatError(error)} (${facts})` : formatError(error);
      const message = error.retryAt ? (
        <>
          {words} <RetryWait error={error} />
        </>
      ) : (
        words
      );
      show({ message, tone: 'error', duration: 12_000, ...(key === undefined ? {} : { key }) });
    };
    return { show, showError };
  }, []);
  const latest = shown.findLast(({ action }) => action);
  return (
    <SnackbarContext value={snackbars}>
      <BottomInsetContext value={reserve}>{children}</BottomInsetContext>
      {latest?.action ? (
        <ActionKey
          {...latest.action}
          onSelect={() => {
            close(latest.id);
            latest.action?.onSelect();
          }}
        />
      ) : null}
      {shown.length === 0 ? null : (
        <Stack bottom={Math.max(0, ...insets.map(({ height }) => height)) + 20}>
          {shown.map(({ id, ...message }) => (
            <SnackbarItem key={id} message={message} onClose={() => close(id)} />
          ))}
        </Stack>
      )}
    </SnackbarContext>
  );
}

/** Key of the latest message's action: its button is the last of the page in the order of Tab. */
function ActionKey({ label, onSelect }: NonNullable<SnackbarMessage['action']>) {
  const t = useTexts();
  useCommands([{ label, group: t('commands.page'), keys: ['z'], run: onSelect }]);
  return null;
}

/** The visible snackbars, `bottom` px above the edge of the window. */
function Stack({ bottom, children }: { bottom: number; children: ReactNode }) {
  const { zIndex } = useTheme();
  return (
    <Portal>
      <Box
        style={{ bottom }}
        sx={{
          position: 'fixed',
          left: { xs: 12, md: 264 },
          right: { xs: 12, sm: 'auto' },
          zIndex: zIndex.snackbar,
          display: 'grid',
          gap: 1,
          justifyItems: 'start',
          maxWidth: { sm: 560 },
        }}
      >
        {children}
      </Box>
    </Portal>
  );
}

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
