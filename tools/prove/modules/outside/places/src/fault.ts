import { fault } from './release';

/** Throws in a release that throws. */
export function throwIfFaulty(): void {
  if (fault === 'throws') throw new Error('No gate is open');
}

/** Answers after 8 s in a release that hangs. */
export async function answerLate(): Promise<void> {
  if (fault === 'hangs') await new Promise((resolve) => setTimeout(resolve, 8_000));
}

/** A text, of 1 MB in a release whose answers are too large. */
export const sayMuch = (text: string): string => (fault === 'large' ? text.padEnd(1_000_000, '.') : text);
