import { act, screen, waitFor, within } from '@testing-library/react';
import type { HandOverDto } from '@tessera/api';
import { refusal } from '@tessera/api/testing';
import { setLanguage } from '@tessera/ui';
import { findUntranslatedTexts, listTextPlaceholders } from '@tessera/ui/testing';
import { openConsole } from '../../../../test/console';
import { payers, room, roomServer } from '../../../../test/room';
import de from '../../../texts/de';
import german from './texts/de';
import { en } from './texts/en';

const facts = (over: Partial<HandOverDto> = {}): HandOverDto => ({
  from: '2026-11-20T20:02:00.000Z',
  to: '2026-11-20T20:31:00.000Z',
  paid: {
    baskets: 3,
    seats: 8,
    totals: [{ currency: 'GBP', seats: 8, total: 340 }],
    by: [
      { who: 'Nel Harper', baskets: 2, seats: 6 },
      { who: null, baskets: 1, seats: 2 },
    ],
  },
  reversed_seats: 1,
  expired: { baskets: 1, seats: 2 },
  held: { baskets: 5, seats: 14 },
  failures: [{ kind: 'sold_out', count: 5 }],
  commands: [
    {
      at: '2026-11-20T20:09:00.000Z',
      who: 'Nel Harper',
      what: 'pause',
      job_id: 1,
      job_name: 'Fours',
      tasks: 12,
    },
    { at: '2026-11-20T20:20:00.000Z', who: 'Ada Lind', what: 'stop', job_id: null, job_name: null, tasks: 1 },
  ],
  changes: [
    change('20:05', 'job.launch', 'Saturday', null, { tasks: 20 }),
    change(
      '20:10',
      'job.update',
      'Fours',
      { seats_target: 100, budget: null, budget_currency: null },
      { seats_target: 120, budget: 500, budget_currency: 'GBP' },
    ),
    change('20:11', 'job.update', 'Fours', { launch_delay: 0 }, { launch_delay: 40 }),
    change('20:12', 'event.budget', null, { amount: 200, currency: 'GBP' }, { amount: 300, currency: 'EUR' }),
    change('20:14', 'event.payer_on', null, null, null),
  ],
  reads_audit: true,
  open: { baskets: 2, seats: 5, next_expires_at: '2026-11-20T20:36:10.000Z' },
  ...over,
});

function change(
  time: string,
  what: HandOverDto['changes'][number]['what'],
  job_name: string | null,
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): HandOverDto['changes'][number] {
  const job_id = job_name === null ? null : 1;
  return { at: `2026-11-20T${time}:00.000Z`, who: 'Ada Lind', what, job_id, job_name, before, after };
}

const server = (over: Partial<HandOverDto> = {}) =>
  roomServer().on('GET /on-sale/7/hand-over', { body: facts(over) });
async function openNote(net = server()) {
  const opened = openConsole(net, '/on-sale/7');
  await opened.user.click(await screen.findByRole('button', { name: 'Hand-over note' }));
  return opened;
}
const note = async () => (await screen.findByRole('document', { name: 'Note' })).textContent.split('\n');

test('writes what happened, who did what, and what is open', async () => {
  await openNote();
  const lines = await note();
  await waitFor(async () => expect(await note()).toContain('On to pay: Nel Harper'));
  expect(lines[0]).toBe(`Hand-over: ${room().event.name}`);
  expect(lines[1]).toMatch(/\(29 min\)$/);
  const said = await note();
  expect(said).toEqual(
    expect.arrayContaining([
      'Paid: 3 baskets, 8 seats, £340.00',
      '  Nel Harper: 2 baskets, 6 seats',
      '  Workers: 1 basket, 2 seats',
      'Records reversed: 1 seat',
      'Expired unpaid: 1 basket, 2 seats',
      'Newly held: 5 baskets, 14 seats',
      'Failed attempts: 5 × Sold out',
    ]),
  );
  const done = said.slice(said.indexOf('What people did') + 1, said.indexOf('Open now') - 1);
  expect(done.map((line) => line.replace(/^\d\d:\d\d /, ''))).toEqual([
    'Ada Lind launched Saturday (20 tasks)',
    'Nel Harper paused 12 tasks of Fours',
    'Ada Lind changed Fours: target 120 (was 100), budget £500.00 (was none)',
    'Ada Lind changed Fours: spread 40 s (was 0 s)',
    'Ada Lind changed the budget of the event: €300.00 (was £200.00)',
    'Ada Lind came on to pay',
    'Ada Lind stopped 1 task',
  ]);
  expect(said).toContainEqual(expect.stringMatching(/^To pay: 2 baskets, 5 seats; the next expires at /));
  expect(said.at(-1)).toMatch(/^12 baskets a minute will come/);
});

test('says that nothing happened, and that some changes aren’t shown', async () => {
  const nothing = { baskets: 0, seats: 0 };
  const quiet = { paid: { ...nothing, totals: [], by: [] }, held: nothing, expired: nothing };
  await openNote(
    server({
      ...quiet,
      reversed_seats: 0,
      failures: [],
      commands: [],
      changes: [],
      reads_audit: false,
      open: { ...nothing, next_expires_at: null },
    }),
  );
  expect((await note()).slice(2)).toEqual(
    expect.arrayContaining([
      'Nothing was held, paid or failed, and nobody changed anything.',
      expect.stringMatching(/^Changes of the event and its budget/),
      'No baskets to pay',
    ]),
  );
});

test('copies the note', async () => {
  const { user } = await openNote();
  await note();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Note copied')).toBeVisible();
  expect(await navigator.clipboard.readText()).toMatch(/^Hand-over: /);
});

test('says that it could not be copied', async () => {
  const { user } = await openNote();
  await note();
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Denied'));
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText(/could not be copied/)).toBeVisible();
});

test('chooses the period: since the reader came on, or the last hour', async () => {
  const since = '2026-11-20T19:00:00.000Z';
  const me = { may_pay: true, is_on: true, pace_s: 45 };
  const net = server().on('GET /on-sale/7/payers', {
    body: payers({ me, payers: [{ user_id: 1, name: 'Desk', since }] }),
  });
  const { user } = await openNote(net);
  await note();
  const periods = within(screen.getByRole('group', { name: 'Period' }));
  expect(periods.getByRole('button', { name: 'Last hour' })).toHaveAttribute('aria-pressed', 'true');
  expect(periods.queryByRole('button', { name: 'Since I was away' })).toBeNull();
  await user.click(periods.getByRole('button', { name: 'Since I came on' }));
  await waitFor(() => expect(net.seen('GET /on-sale/7/hand-over')).toHaveLength(2));
  expect(net.seen('GET /on-sale/7/hand-over')[1]?.query.get('since')).toBe(since);
});

test('begins when the reader looked away, from the bar that says what changed', async () => {
  const net = server();
  const { live, user } = openConsole(net, '/on-sale/7');
  await screen.findByRole('group', { name: 'Held' });
  const hide = (hidden: boolean) => {
    jest.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  hide(true);
  net.on('GET /on-sale/7', {
    body: room({ at: '2026-11-20T14:03:00.000Z', seats: { ...room().seats, won: 52 } }),
  });
  act(() => live.onResync());
  await within(screen.getByRole('group', { name: 'Purchased' })).findByText('52');
  hide(false);
  await screen.findByText(/12 seats purchased/);
  const [, ofBar] = screen.getAllByRole('button', { name: 'Hand-over note' });
  await user.click(ofBar!);
  await note();
  expect(screen.getByRole('button', { name: 'Since I was away' })).toHaveAttribute('aria-pressed', 'true');
  expect(net.seen('GET /on-sale/7/hand-over')[0]?.query.get('since')).toBe(room().at);
});

test('opens by its key, and shows why it could not be read', async () => {
  const net = roomServer().on('GET /on-sale/7/hand-over', refusal(500, 'INTERNAL', 'Internal error'));
  const { user } = openConsole(net, '/on-sale/7');
  await screen.findByRole('group', { name: 'Held' });
  await user.keyboard('n');
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand-over note' }));
  expect(await dialog.findByRole('alert')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Copy' })).toBeDisabled();
  net.on('GET /on-sale/7/hand-over', { body: facts() });
  await user.click(dialog.getByRole('button', { name: 'Retry' }));
  expect(await note()).toContain('Paid: 3 baskets, 8 seats, £340.00');
});

describe('in German', () => {
  beforeEach(() => act(() => setLanguage('de')));
  afterEach(() => act(() => setLanguage('en')));

  test('has the same keys and placeholders', () => {
    expect(listTextPlaceholders(german)).toEqual(listTextPlaceholders(en));
  });

  test('is written in the reader’s language', async () => {
    const { user } = openConsole(server(), '/on-sale/7');
    await user.click(await screen.findByRole('button', { name: de.onSale.handOver }));
    const lines = (await screen.findByRole('document', { name: german.note })).textContent.split('\n');
    expect(lines).toEqual(expect.arrayContaining([german.changes, german.open]));
    expect(findUntranslatedTexts(document.body, en, german)).toEqual([]);
  });
});
