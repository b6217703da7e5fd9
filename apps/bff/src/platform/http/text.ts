/** Spaces, format characters and others that show nothing. */
const BLANK = /^[\s\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u;
const CONTROLS_IN_LINES = /(?![\t\n\r])\p{Cc}/gu;
const CONTROLS_IN_LINE = /[\p{Cc}\u2028\u2029]/u;

/**
 * The form in which a text is stored, compared and searched: NFC, trimmed, and empty when nothing of it is visible. A text
 * of several `lines` loses the control characters that aren't part of lines; in one line they are an error (`isOneLine`).
 */
export function normalizeText(text: string, lines = false): string {
  const composed = text.normalize('NFC').trim();
  const kept = lines ? composed.replace(CONTROLS_IN_LINES, '') : composed;
  return BLANK.test(kept) ? '' : kept;
}

/** Whether a text has neither line breaks nor other control characters. */
export const isOneLine = (text: string): boolean => !CONTROLS_IN_LINE.test(text);

/** Free JSON whose texts and keys are in NFC. */
export function normalizeJson(value: unknown): unknown {
  if (typeof value === 'string') return value.normalize('NFC');
  if (Array.isArray(value)) return value.map(normalizeJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.normalize('NFC'), normalizeJson(inner)]),
  );
}

/** The number of characters as the database counts them, which an emoji is one of. */
export const countCharacters = (text: string): number => {
  let count = 0;
  for (const character of text) count += character ? 1 : 0;
  return count;
};

/** Whether Postgres can store a text: it takes neither unpaired surrogates nor NUL. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** The path (`a.b.0`) of the first text or key in free JSON that can't be stored, else null; `at` is the path of `value`. */
export function findUnstorable(value: unknown, at: string): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : at;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return at;
    const found = findUnstorable(inner, at === '' ? key : `${at}.${key}`);
    if (found !== null) return found;
  }
  return null;
}
