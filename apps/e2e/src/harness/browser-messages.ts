import type { BrowserContext } from '@playwright/test';

/** Chromium's hint at a preloaded file that wasn't used within seconds, which says how busy the machine is. */
const PRELOAD_HINT = 'was preloaded using link preload but not used within a few seconds';

/** Collects a context's uncaught exceptions, and its console messages of the given types, into the returned array. */
export function collectMessages(context: BrowserContext, types: readonly string[] = []): string[] {
  const messages: string[] = [];
  context.on('weberror', (webError) => messages.push(webError.error().message));
  context.on('console', (message) => {
    if (types.includes(message.type()) && !message.text().includes(PRELOAD_HINT))
      messages.push(`${message.text()} ${message.location().url}`);
  });
  return messages;
}
