import { act, screen } from '@testing-library/react';
import { fakeTimeoutSignals } from '@tessera/api/testing';
import { resetBrowser, json, neverResponds, people, startShell } from '../../test/app';
import { dashboardAnswers } from '../../test/records';

beforeEach(() => {
  resetBrowser();
  jest.useFakeTimers();
  fakeTimeoutSignals();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTimeAsync(milliseconds));

/** Lets time pass until it holds, for two minutes at most: pages load their parts in real time, however long that takes. */
async function passUntil(holds: () => boolean) {
  for (let waited = 0; !holds() && waited < 120_000; waited += 100) await pass(100);
}

/** A read of jobs: when it was sent and, once it is, given up. */
type Read = { sent: number; givenUp: number | null };

/** Opens the dashboard; answers its reads of jobs, once the first of them are under way. */
async function open(answer: (request: Request) => Response | Promise<Response>) {
  const reads: Read[] = [];
  startShell('/dashboard', people.owner, {
    ...dashboardAnswers(),
    'GET /api/jobs': (request: Request) => {
      const read: Read = { sent: Date.now(), givenUp: null };
      reads.push(read);
      request.signal.addEventListener('abort', () => (read.givenUp = Date.now()));
      return answer(request);
    },
  });
  await passUntil(() => reads.length > 0);
  await pass(500);
  return reads;
}

test('times out a request for recent jobs after 30 seconds, logs it and retries', async () => {
  const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const reads = await open(neverResponds);
  await passUntil(() => warned.mock.calls.length > 0);
  expect(warned).toHaveBeenCalledWith(
    expect.objectContaining({ message: 'Fetching jobs timed out after 30 seconds.' }),
  );
  expect(reads.map(({ sent, givenUp }) => givenUp && givenUp - sent)).toContain(30_000);
  const before = reads.length;
  await passUntil(() => reads.length > before);
  expect(reads.length).toBeGreaterThan(before);
  expect(screen.queryByText(/timed out/)).not.toBeInTheDocument();
});

test('doesn’t retry a refused request for recent jobs', async () => {
  const reads = await open(() => json(403, { message: 'Not for you', code: 'FORBIDDEN' }));
  const before = reads.length;
  await pass(8_000);
  expect(reads).toHaveLength(before);
});

test('fetches the recent jobs once when the dashboard opens', async () => {
  const reads = await open(() => json(200, []));
  await pass(3_000);
  expect(await screen.findByText(/No jobs yet/)).toBeVisible();
  expect(reads).toHaveLength(1);
});
