import type { IncomingMessage } from 'node:http';

/** Reads the whole body of a request as text. */
export async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
