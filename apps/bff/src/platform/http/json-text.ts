/** Whether Postgres can keep a text: half of a pair of UTF-16 is no character, and it takes no NUL. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** The place (`a.b.0`) of the first text or key of free JSON that can't be kept, else null; `at` is the place of `value`. */
export function unstorable(value: unknown, at: string): string | null {
  if (typeof value === 'string') return isStorable(value) ? null : at;
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return at;
    const found = unstorable(inner, at === '' ? key : `${at}.${key}`);
    if (found !== null) return found;
  }
  return null;
}
