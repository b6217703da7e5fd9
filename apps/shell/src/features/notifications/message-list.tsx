import type { KeyboardEvent } from 'react';
import { type NotificationDto, toApiError } from '@tessera/api';
import { describeError, useSnackbar } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { MessageRow } from './message-row';
import { useDismiss, useMarkRead } from './messages.api';

/** Messages with their actions. Arrow keys move between them, and Delete dismisses the focused one. */
export function MessageList({
  messages,
  maxHeight,
  onOpen,
}: {
  messages: readonly NotificationDto[];
  maxHeight?: number | string;
  /** After a message's page was opened. */
  onOpen?: () => void;
}) {
  const t = useTexts();
  const { show, showError } = useSnackbar();
  const read = useMarkRead();
  const dismiss = useDismiss();
  const onError = (error: unknown) => showError(describeError(toApiError(error)));
  const setDismissed = (id: number, dismissed: boolean) =>
    dismiss.mutate(
      { ids: [id], dismissed },
      {
        onError,
        onSuccess: () => {
          if (!dismissed) return;
          const onSelect = () => dismiss.mutate({ ids: [id], dismissed: false }, { onError });
          show({ message: t('messages.dismissed'), action: { label: t('messages.undo'), onSelect } });
        },
      },
    );
  return (
    <Box
      component="ul"
      aria-label={t('messages.title')}
      onKeyDown={moveFocus}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        ...(maxHeight === undefined ? {} : { maxHeight, overflow: 'auto' }),
      }}
    >
      {messages.map((message) => (
        <MessageRow
          key={message.id}
          message={message}
          onOpen={() => {
            if (message.read_at === null) read.mutate([message.id], { onError });
            onOpen?.();
          }}
          onRead={() => read.mutate([message.id], { onError })}
          onDismiss={(dismissed) => setDismissed(message.id, dismissed)}
        />
      ))}
    </Box>
  );
}

/** Moves the focus to the message above or below, to its first control. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const row = (event.target as HTMLElement).closest('li');
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
  const control = next?.querySelector<HTMLElement>('a, button');
  if (!control) return;
  event.preventDefault();
  control.focus();
}
