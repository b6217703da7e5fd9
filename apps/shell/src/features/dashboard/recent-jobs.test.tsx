import { act, screen } from '@testing-library/react';
import { fakeTimeoutSignals } from '@tessera/api/testing';
import { json, neverResponds, people, resetBrowser, startShell } from '../../../test/app';
import { dashboardAnswers } from '../../../test/records';

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

/** A request for jobs: when it was sent and, if so, aborted. */
type JobsRequest = { sentAt: number; abortedAt: number | null };

/** Opens the dashboard; answers its reads of jobs, once the first of them are under way. */
async function open(answer: (request: Request) => Response | Promise<Response>) {
  const requests: JobsRequest[] = [];
  startShell('/dashboard', people.owner, {
    ...dashboardAnswers(),
    'GET /api/jobs': (request: Request) => {
      const jobsRequest: JobsRequest = { sentAt: Date.now(), abortedAt: null };
      requests.push(jobsRequest);
      request.signal.addEventListener('abort', () => (jobsRequest.abortedAt = Date.now()));
      return answer(request);
    },
  });
  await passUntil(() => requests.length > 0);
  await pass(500);
  return requests;
}

test('times out a request for recent jobs after 30 seconds, logs it and retries', async () => {
  const warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const requests = await open(neverResponds);
  await passUntil(() => warned.mock.calls.length > 0);
  expect(warned).toHaveBeenCalledWith(
    expect.objectContaining({ message: 'Fetching jobs timed out after 30 seconds.' }),
  );
  expect(requests.map(({ sentAt, abortedAt }) => abortedAt && abortedAt - sentAt)).toContain(30_000);
  const before = requests.length;
  await passUntil(() => requests.length > before);
  expect(requests.length).toBeGreaterThan(before);
  expect(screen.queryByText(/timed out/)).not.toBeInTheDocument();
});

test('doesn’t retry a refused request for recent jobs', async () => {
  const requests = await open(() => json(403, { message: 'Not for you', code: 'FORBIDDEN' }));
  const before = requests.length;
  await pass(8_000);
  expect(requests).toHaveLength(before);
});

test('fetches the recent jobs once when the dashboard opens', async () => {
  const requests = await open(() => json(200, []));
  await pass(3_000);
  expect(await screen.findByText(/No jobs yet/)).toBeVisible();
  expect(requests).toHaveLength(1);
});

test('says of a job whose finished tasks are no longer kept that it has none, as the list of jobs does', async () => {
  const recent = { id: 1, name: 'Cup desk', status: 'completed', event_name: 'Cup final', counts: {} };
  const seats = { seats_won: 12, seats_wanted: 20, created_at: '2026-11-20T14:00:00.000Z' };
  await open(() => json(200, [{ ...recent, ...seats }]));
  expect(await screen.findByText('No longer kept')).toBeVisible();
  expect(screen.getByText('12 / 20')).toBeVisible();
});
