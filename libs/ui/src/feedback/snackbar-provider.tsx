import { Box, Portal, useTheme } from '@mui/material';
import { CircleAlert, X } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useCommands } from '../commands/commands';
import { useTexts } from '../texts';
import { RetryWait } from './error-alert';
import { type ErrorInfo, formatError, formatErrorReference, isExpectedRefusal } from './error-info';
import { FloatingBar } from './floating-bar';
import {
  BottomInsetContext,
  type BottomPlace,
  type ReserveBottom,
  SnackbarContext,
  type SnackbarMessage,
} from './snackbar-context';

interface VisibleSnackbar extends SnackbarMessage {
  id: number;
}

const MAX_SNACKBARS = 3;

/** Drops the oldest snackbar above the limit; those with an action last. */
function limitSnackbars(all: readonly VisibleSnackbar[]): readonly VisibleSnackbar[] {
  if (all.length <= MAX_SNACKBARS) return all;
  const dropped = all.find(({ action }) => !action) ?? all[0];
  return all.filter((one) => one !== dropped);
}

const heightOf = (insets: readonly { height: number; place: BottomPlace }[], place: BottomPlace): number =>
  Math.max(0, ...insets.filter((inset) => inset.place === place).map(({ height }) => height));

/** Shows up to three snackbars at the bottom left of the page, the newest last. */
export function SnackbarProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly VisibleSnackbar[]>([]);
  const [insets, setInsets] = useState<readonly { height: number; place: BottomPlace }[]>([]);
  const reserve = useCallback<ReserveBottom>((height, place) => {
    const inset = { height, place };
    setInsets((all) => [...all, inset]);
    return () => setInsets((all) => all.filter((one) => one !== inset));
  }, []);
  const next = useRef(1);
  const close = useCallback((id: number) => setShown((all) => all.filter((one) => one.id !== id)), []);
  const snackbars = useMemo(() => {
    const show = (message: SnackbarMessage | string) => {
      const id = next.current++;
      const options = typeof message === 'string' ? { message } : message;
      setShown((all) => {
        const same = options.key === undefined ? undefined : all.find(({ key }) => key === options.key);
        if (!same) return limitSnackbars([...all, { id, ...options }]);
        return all.map((one) => (one === same ? { ...options, id: same.id } : one));
      });
    };
    const showError = (error: ErrorInfo, key?: string) => {
      const reference = isExpectedRefusal(error) ? '' : formatErrorReference(error);
      const text = reference ? `${formatError(error)} (${reference})` : formatError(error);
      const message = error.retryAt ? (
        <>
          {text} <RetryWait error={error} />
        </>
      ) : (
        text
      );
      show({ message, tone: 'error', duration: 12_000, key });
    };
    return { show, showError };
  }, []);
  const latest = shown.findLast(({ action }) => action);
  return (
    <SnackbarContext value={snackbars}>
      <BottomInsetContext value={reserve}>{children}</BottomInsetContext>
      {latest?.action ? (
        <ActionShortcut
          {...latest.action}
          onSelect={() => {
            close(latest.id);
            latest.action?.onSelect();
          }}
        />
      ) : null}
      {shown.length === 0 ? null : (
        <Stack bottom={20 + heightOf(insets, 'frame') + heightOf(insets, 'page')}>
          {shown.map(({ id, ...message }) => (
            <SnackbarItem key={id} message={message} onClose={() => close(id)} />
          ))}
        </Stack>
      )}
    </SnackbarContext>
  );
}

/** The shortcut `z` for the latest message's action, whose button is the last in the tab order. */
function ActionShortcut({ label, onSelect }: NonNullable<SnackbarMessage['action']>) {
  const t = useTexts();
  useCommands([{ label, group: t('commands.page'), keys: ['z'], run: onSelect }]);
  return null;
}

/** The visible snackbars, `bottom` px above the bottom of the window. */
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

/** A snackbar; its time is paused while it is hovered or focused. */
function SnackbarItem({ message, onClose }: SnackbarItemProps) {
  const { action, icon, tone = 'plain', duration = action ? 10_000 : 6_000 } = message;
  const t = useTexts();
  const [isPaused, setPaused] = useState(false);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (duration === null || isPaused) return;
    const timer = setTimeout(() => close(), duration);
    return () => clearTimeout(timer);
  }, [duration, isPaused]);
  const Icon = icon ?? (tone === 'error' ? CircleAlert : undefined);
  return (
    <FloatingBar
      role={tone === 'error' ? 'alert' : 'status'}
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
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
    </FloatingBar>
  );
}
