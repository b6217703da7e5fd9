import { act, screen, waitFor, within } from '@testing-library/react';
import { list, refusal, stopClock, TestServer } from '@tessera/api/testing';
import { setViewportWidth } from '@tessera/ui/testing';
import { inMinutes } from '../../../test/cart';
import { open as openAt } from '../../../test/open';
import { basket, claimed } from '../../../test/records';

const open = (server: TestServer, role?: 'realm_user') => openAt(server, '/pay', role);
const soon = (id: number, over = {}) =>
  basket(id, { held_since: inMinutes(-1), expires_at: inMinutes(9), ...over });
const own = (id: number, over = {}) =>
  claimed(id, {
    held_since: inMinutes(-1),
    expires_at: inMinutes(9),
    claim: { user_id: 1, who: 'Desk', claimed_at: inMinutes(0), expires_at: inMinutes(2) },
    ...over,
  });
const colleague = (minutes = 2) => ({
  user_id: 2,
  who: 'Nel Harper',
  claimed_at: inMinutes(1),
  expires_at: inMinutes(minutes),
});
const queueOf = (...rows: unknown[]) => new TestServer().on('GET /pay-queue', list(rows));
/** A queue of these baskets, which `next` claims in their order. */
const desk = (...ids: number[]) => {
  const left = [...ids];
  return queueOf(...ids.map((id) => soon(id))).on('POST /pay-queue/next', () => {
    const id = left.shift();
    return { body: { basket: id === undefined ? null : own(id) } };
  });
};
const start = async (server: TestServer) => {
  const page = open(server);
  await page.user.click(await screen.findByRole('button', { name: /^Pay next basket/ }));
  await screen.findByRole('textbox', { name: /Order reference/ });
  return page;
};
const record = () => screen.findByRole('button', { name: /^Record 2 seats as bought/ });

let clipboard: string[];
beforeEach(() => (clipboard = []));
afterEach(() => {
  jest.restoreAllMocks();
  act(() => setViewportWidth(1280));
});
const watchClipboard = () =>
  jest.spyOn(navigator.clipboard, 'writeText').mockImplementation((text) => {
    clipboard.push(text);
    return Promise.resolve();
  });

test('pays one basket after another: records the shown seats with the reference, then claims the next', async () => {
  const server = desk(1, 2).on('POST /pay-queue/:id/confirm', { body: { confirmed: [{}, {}], failed: [] } });
  const { user } = await start(server);
  expect(screen.getByRole('region', { name: 'Your basket' })).toHaveTextContent(
    'North 104, row 17, seats 11–12',
  );
  expect(await record()).toHaveTextContent('Record 2 seats as bought, £106.00');
  await user.click(await record());
  expect(screen.getByText('Enter the order reference that the site shows')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: /Order reference/ }), ' HB-204417 {Enter}');
  expect(await screen.findByText('2 seats recorded as bought, reference HB-204417.')).toBeVisible();
  expect(server.seen('POST /pay-queue/1/confirm').map(({ body }) => body)).toEqual([
    { hold_ids: [11, 12], ticket_reference: 'HB-204417' },
  ]);
  await waitFor(() => expect(server.seen('POST /pay-queue/next')).toHaveLength(2));
  await waitFor(() => expect(screen.getByRole('textbox', { name: /Order reference/ })).toHaveValue(''));
  expect(screen.getByRole('region', { name: 'Your basket' })).toHaveFocus();
});

test('keeps a secret on screen when the time of the one before ends as it appears', async () => {
  const values = ['gull-feather-mast', 'tern-anchor-quay'];
  const server = desk(1).on('POST /pay-queue/:id/secret', () => ({
    body: { which: 'password', value: values.shift(), hide_after_s: 7 },
  }));
  const { user } = await start(server);
  watchClipboard();
  const ends: (() => void)[] = [];
  const { setTimeout } = window;
  // Not a mock: those are taken for a clock that the test moves.
  window.setTimeout = ((run: () => void, ms?: number) =>
    ms === 7_000 ? ends.push(run) : setTimeout(run, ms)) as typeof setTimeout;
  try {
    await user.keyboard('p');
    await screen.findByText('gull-feather-mast');
    await user.keyboard('p');
    await screen.findByText('tern-anchor-quay');
  } finally {
    window.setTimeout = setTimeout;
  }
  act(() => ends[0]?.());
  expect(screen.getByText('tern-anchor-quay')).toBeVisible();
  act(() => ends[1]?.());
  expect(screen.queryByText('tern-anchor-quay')).not.toBeInTheDocument();
});

test('copies the login, shows a secret for ten seconds, and opens the basket, one key each', async () => {
  const server = desk(1).on('POST /pay-queue/:id/secret', {
    body: { which: 'password', value: 'gull-feather-mast', hide_after_s: 0.05 },
  });
  const { user } = await start(server);
  watchClipboard();
  const opened = jest.spyOn(window, 'open').mockReturnValue(null);
  await user.keyboard('l');
  await waitFor(() => expect(clipboard).toEqual(['desk-01@quayside.example']));
  await user.keyboard('p');
  expect(await screen.findByText('gull-feather-mast')).toBeVisible();
  expect(clipboard.at(-1)).toBe('gull-feather-mast');
  expect(server.seen('POST /pay-queue/1/secret').map(({ body }) => body)).toEqual([{ which: 'password' }]);
  await waitFor(() => expect(screen.queryByText('gull-feather-mast')).not.toBeInTheDocument());
  await user.keyboard('o');
  expect(opened).toHaveBeenCalledWith('http://127.0.0.1:3001/basket/1', '_blank', expect.anything());
  await user.keyboard('r');
  expect(screen.getByRole('textbox', { name: /Order reference/ })).toHaveFocus();
});

test('skips a basket, with Undo, and stops', async () => {
  const server = desk(1, 2)
    .on('POST /pay-queue/:id/release', { status: 204 })
    .on('POST /pay-queue/:id/claim', (_call, [id]) => ({ body: own(id!) }));
  const { user } = await start(server);
  await user.keyboard('s');
  await screen.findByText('Basket skipped: others can pay it');
  expect(server.seen('POST /pay-queue/next').map(({ body }) => body)).toEqual([
    { except_ids: [] },
    { except_ids: [1] },
  ]);
  expect(server.seen('POST /pay-queue/1/release')).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Basket claimed again')).toBeVisible();
  expect(server.seen('POST /pay-queue/1/claim')).toHaveLength(1);
  await user.keyboard('q');
  expect(await screen.findByRole('button', { name: /^Pay next basket/ })).toBeVisible();
});

test('shows who pays which basket, and takes a certain one', async () => {
  const server = queueOf(soon(1, { claim: colleague() }), soon(2)).on('POST /pay-queue/:id/claim', {
    body: own(2),
  });
  const { user } = open(server);
  const lines = await screen.findAllByRole('listitem');
  expect(lines[0]).toHaveTextContent('Nel Harper');
  await user.click(within(lines[1]!).getByRole('button', { name: /^Pay basket of Desk 01/ }));
  expect(await record()).toBeVisible();
});

test('says that somebody else has the basket, and records a payment that was made', async () => {
  const server = desk(1).on('POST /pay-queue/:id/confirm', { body: { confirmed: [{}, {}], failed: [] } });
  const { user, live } = await start(server);
  act(() =>
    live.onChange({
      topic: 'pay_queue',
      id: 1,
      change: 'update',
      row: soon(1, { claim: colleague() }),
    }),
  );
  expect(await screen.findByText('Nel Harper pays this basket now')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: /Order reference/ }), 'HB-1{Enter}');
  await screen.findByText('2 seats recorded as bought, reference HB-1.');
  expect(server.seen('POST /pay-queue/1/confirm').map(({ body }) => body)).toEqual([
    { hold_ids: [11, 12], ticket_reference: 'HB-1', override: true },
  ]);
});

test('records seats that lapsed while they were paid as late', async () => {
  stopClock('2026-11-20T12:00:00Z');
  const lapsed = { expires_at: '2026-11-20T11:59:00.000Z' };
  const seats = own(1).seats.map((seat) => ({ ...seat, ...lapsed }));
  const server = queueOf(soon(1))
    .on('POST /pay-queue/next', { body: { basket: own(1, { ...lapsed, seats }) } })
    .on('POST /pay-queue/:id/confirm', { body: { confirmed: [{}, {}], failed: [] } });
  const { user } = await start(server);
  expect(screen.getByText('These seats have expired')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: /Order reference/ }), 'HB-1');
  await user.click(screen.getByRole('button', { name: /^Record 2 seats as bought late/ }));
  await waitFor(() =>
    expect(server.seen('POST /pay-queue/1/confirm').map(({ body }) => body)).toEqual([
      { hold_ids: [11, 12], ticket_reference: 'HB-1', late: true },
    ]),
  );
});

test('shows that nothing is held, an error with Retry, and lets readers read only', async () => {
  const first = open(queueOf());
  expect(await screen.findByText('Nothing to pay: no seats are held now.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show expired seats' })).toHaveAttribute(
    'href',
    '/tickets?tab=cart&expired=true',
  );
  first.unmount();
  const second = open(new TestServer().on('GET /pay-queue', refusal(403, 'FORBIDDEN', 'Forbidden')));
  expect(await screen.findByText(/FORBIDDEN · request req-77/)).toBeVisible();
  second.unmount();
  open(queueOf(soon(1)), 'realm_user');
  expect(
    await screen.findByText(
      'Paying requires the write:own permission or the duty to pay, in an active realm',
    ),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: /^Pay basket of/ })).toBeDisabled();
});

test('narrows the queue to an event, and shows all again', async () => {
  const server = queueOf(soon(1));
  const { user, address } = openAt(server, '/pay?event=7');
  await user.click(await screen.findByRole('button', { name: 'Show all events' }));
  expect(address()).toBe('/pay');
  await waitFor(() =>
    expect(server.seen('GET /pay-queue').map(({ query }) => query.get('event_id'))).toEqual(['7', null]),
  );
});

test('narrows the queue and the next basket to a job, and shows all again', async () => {
  const server = desk(1, 2).on('GET /pay-queue', list([soon(1, { job_id: 12 })]));
  const { user, address } = openAt(server, '/pay?job=12');
  expect(await screen.findByRole('link', { name: 'Job #12' })).toHaveAttribute('href', '/jobs/12');
  expect(await screen.findByRole('slider')).toHaveAttribute(
    'aria-valuetext',
    expect.stringContaining('2 seats, £106.00'),
  );
  await user.click(screen.getByRole('button', { name: /^Pay next basket/ }));
  await screen.findByRole('textbox', { name: /Order reference/ });
  expect(server.seen('POST /pay-queue/next').map(({ body }) => body)).toEqual([
    { except_ids: [], job_id: 12 },
  ]);
  await user.click(screen.getByRole('button', { name: 'Show all jobs' }));
  expect(address()).toBe('/pay');
  await waitFor(() => expect(server.seen('GET /pay-queue').at(-1)?.query.get('job_id')).toBeNull());
  expect(server.seen('GET /pay-queue')[0]?.query.get('job_id')).toBe('12');
  expect(screen.queryByRole('link', { name: 'Job #12' })).toBeNull();
});

test('says of a job without held seats that only the job has none', async () => {
  openAt(queueOf(), '/pay?job=12');
  expect(await screen.findByText('Nothing to pay: no seats of this job are held now.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Show all jobs' })).toBeVisible();
});

test('has its buttons at the bottom of a narrow screen', async () => {
  act(() => setViewportWidth(390));
  const server = desk(1).on('POST /pay-queue/:id/secret', {
    body: { which: 'password', value: 'gull-feather-mast', hide_after_s: 10 },
  });
  const { user } = await start(server);
  watchClipboard();
  await user.click(screen.getByRole('button', { name: 'Password' }));
  expect(await screen.findByText('gull-feather-mast')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Basket' })).toHaveAttribute(
    'href',
    'http://127.0.0.1:3001/basket/1',
  );
});

test('takes a basket over from the person who pays it, once it is sure', async () => {
  const server = queueOf(soon(1, { claim: colleague(), seat_count: 2 })).on('POST /pay-queue/:id/claim', {
    body: own(1),
  });
  const { user } = open(server);
  const take = await screen.findByRole('button', { name: /^Take over basket of/ });
  expect(screen.getByText('Nel Harper pays this basket')).toBeVisible();
  await user.click(take);
  const question = await screen.findByRole('alertdialog', { name: /from Nel Harper\?$/ });
  expect(question).toHaveTextContent(/If both of you pay it, the seats may be paid twice/);
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(question).not.toBeInTheDocument());
  expect(server.seen('POST /pay-queue/1/claim')).toEqual([]);
  await user.click(take);
  await user.click(await screen.findByRole('button', { name: 'Take over 2 seats, £106.00' }));
  expect(await screen.findByRole('textbox', { name: /Order reference/ })).toBeVisible();
  expect(server.seen('POST /pay-queue/1/claim').map(({ body }) => body)).toEqual([{ override: true }]);
});

test('gives the keys back to the page when Escape leaves the reference', async () => {
  const { user } = await start(desk(1));
  await user.keyboard('r');
  expect(screen.getByRole('textbox', { name: /Order reference/ })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('textbox', { name: /Order reference/ })).not.toHaveFocus();
});

test('claims the basket again after a reload, and forgets it when the person leaves', async () => {
  const { unmount } = await start(desk(1).on('POST /pay-queue/:id/release', { status: 204 }));
  expect(sessionStorage.getItem('tessera.paying')).toBe('1');
  unmount();
  expect(sessionStorage.getItem('tessera.paying')).toBeNull();
  sessionStorage.setItem('tessera.paying', '1');
  const server = queueOf(soon(1)).on('POST /pay-queue/:id/claim', { body: own(1) });
  open(server);
  expect(await screen.findByRole('textbox', { name: /Order reference/ })).toBeVisible();
  expect(server.seen('POST /pay-queue/1/claim')).toHaveLength(1);
});

test('takes the basket that the room asks for, once', async () => {
  const server = queueOf(soon(1), soon(2)).on('POST /pay-queue/:id/claim', { body: own(2) });
  openAt(server, { pathname: '/pay', state: { pay: 2 } });
  expect(await screen.findByRole('textbox', { name: /Order reference/ })).toBeVisible();
  expect(server.seen('POST /pay-queue/2/claim')).toHaveLength(1);
});

test('takes the next basket when the room asks for it, and none for a reader', async () => {
  const server = desk(1);
  openAt(server, { pathname: '/pay', state: { pay: 'next' } });
  expect(await screen.findByRole('textbox', { name: /Order reference/ })).toBeVisible();
  expect(server.seen('POST /pay-queue/next')).toHaveLength(1);
  const read = desk(1);
  openAt(read, { pathname: '/pay', state: { pay: 'next' } }, 'realm_user');
  expect(await screen.findAllByText(/requires the write:own permission/)).not.toHaveLength(0);
  expect(read.seen('POST /pay-queue/next')).toEqual([]);
});

/** A queue whose first answer to `next` arrives when it is released, as one that is repeated does. */
const slowDesk = (...ids: number[]) => {
  const answer = Promise.withResolvers<null>();
  const left = [...ids];
  const server = queueOf(...ids.map((id) => soon(id)))
    .on('POST /pay-queue/next', async () => {
      const id = left.shift();
      await answer.promise;
      return { body: { basket: id === undefined ? null : own(id) } };
    })
    .on('POST /pay-queue/:id/release', { status: 204 });
  return { server, answer: () => answer.resolve(null) };
};

test('claims no second basket by its keys while the first is being claimed', async () => {
  const { server, answer } = slowDesk(1, 2);
  const { user } = openAt(server, { pathname: '/pay', state: { pay: 'next' } });
  await waitFor(() => expect(server.seen('POST /pay-queue/next')).toHaveLength(1));
  await user.keyboard('nn');
  answer();
  expect(await screen.findByRole('textbox', { name: /Order reference/ })).toBeVisible();
  expect(server.seen('POST /pay-queue/next')).toHaveLength(1);
});

test('leaves a basket to the others that is claimed only after the page was left', async () => {
  const { server, answer } = slowDesk(1);
  const { unmount } = openAt(server, { pathname: '/pay', state: { pay: 'next' } });
  await waitFor(() => expect(server.seen('POST /pay-queue/next')).toHaveLength(1));
  unmount();
  answer();
  await waitFor(() => expect(server.seen('POST /pay-queue/1/release')).toHaveLength(1));
});
