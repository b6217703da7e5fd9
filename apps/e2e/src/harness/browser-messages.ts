import type { BrowserContext } from '@playwright/test';

/** Collects a context's uncaught exceptions, and its console messages of the given types, into the returned array. */
export function collectMessages(context: BrowserContext, types: readonly string[] = []): string[] {
  const messages: string[] = [];
  context.on('weberror', (webError) => messages.push(webError.error().message));
  context.on('console', (message) => {
    if (types.includes(message.type())) messages.push(`${message.text()} ${message.location().url}`);
  });
  return messages;
}
