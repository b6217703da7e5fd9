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
