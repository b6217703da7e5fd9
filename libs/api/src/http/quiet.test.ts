import { isQuiet, withTimeout } from './quiet';

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

test('a read that takes too long ends in words that are not shown', async () => {
  const message = 'Fetching jobs timed out after 30 seconds.';
  const error: unknown = await withTimeout(undefined, 5, message, untilAborted).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({ message });
  expect(isQuiet(error)).toBe(true);
});

test('leaving the page still cancels it', async () => {
  const page = new AbortController();
  const read = withTimeout(page.signal, 60_000, 'too long', untilAborted);
  page.abort();
  await expect(read).rejects.toMatchObject({ name: 'AbortError' });
});

test('an error of the server is not quiet', async () => {
  const read = withTimeout(undefined, 1_000, 'too long', () => Promise.reject(new Error('500')));
  const error: unknown = await read.catch((thrown: unknown) => thrown);
  expect(isQuiet(error)).toBe(false);
});
