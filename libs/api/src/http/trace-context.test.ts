const announce = (ratio: string) => {
  document.head.innerHTML = `<meta name="tessera-trace-ratio" content="${ratio}">`;
};

/** A page of its own, since a page reads once whether it traces. */
const load = async () => {
  jest.resetModules();
  return (await import('./trace-context')).nextTraceparent;
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  document.head.innerHTML = '';
});

test('makes no trace unless the server announces it', async () => {
  expect((await load())()).toBeUndefined();
});

test('gives requests after a click one trace, each a span of its own, and later requests another', async () => {
  announce('1');
  const next = await load();
  expect(next()).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  document.body.click();
  const [first, second] = [next()?.split('-'), next()?.split('-')];
  expect(first?.[1]).toBe(second?.[1]);
  expect(first?.[2]).not.toBe(second?.[2]);
  jest.advanceTimersByTime(2_000);
  expect(next()?.split('-')[1]).not.toBe(first?.[1]);
});

test('marks the traces that are not recorded', async () => {
  announce('0');
  expect((await load())()).toMatch(/-00$/);
});
