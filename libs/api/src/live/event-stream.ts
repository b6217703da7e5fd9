/** One event of a server-sent stream. */
export interface StreamEvent {
  /** `message` unless the server names it. */
  event: string;
  data: string;
  /** The last id the server sent, for `Last-Event-ID`. */
  id: string | null;
}

/**
 * Reads server-sent events from a response body. EventSource can't send a bearer, so the stream is read with fetch.
 * Calls `onActivity` for every piece that arrives, comments too: silence means a dead connection.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onActivity: () => void,
): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let id: string | null = null;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      onActivity();
      rest += decoder.decode(value, { stream: true }).replaceAll('\r\n', '\n');
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parse(block, id);
        id = event.id;
        if (event.data) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parse(block: string, lastId: string | null): StreamEvent {
  const event: StreamEvent = { event: 'message', data: '', id: lastId };
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon === 0) continue;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') data.push(value);
    else if (field === 'event') event.event = value;
    else if (field === 'id') event.id = value;
  }
  return { ...event, data: data.join('\n') };
}
