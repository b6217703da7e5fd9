import { cutText } from '@tessera/domain';

/** Most characters of a message that are kept. */
const MAX_LENGTH = 200;

/**
 * What is kept of the message of an error in a module: one line, without e-mail addresses, numbers of five digits or more however
 * they are grouped, and the queries of addresses, since any text of a page may be in it. Null: nothing is left.
 */
export function cleanMessage(message: string): string | null {
  const clean = message
    .replaceAll(/\S+@\S+/g, '…')
    .replaceAll(/(https?:\/\/[^\s?#]+)[?#]\S*/g, '$1')
    .replaceAll(/\p{Nd}(?:[^\p{L}\p{Nd}]{0,3}\p{Nd}){4,}/gu, '…')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return clean.length > MAX_LENGTH ? `${cutText(clean, MAX_LENGTH - 1)}…` : clean || null;
}
