/** A value that a test relies on; throws when it is missing. */
export function defined<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('A value that the test relies on is missing');
  return value;
}
