import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import type { Role } from '@tessera/domain';
import { open } from '../../test/open';
import { event, site } from '../../test/records';

const range = (min: number, max: number, level = '', area = '') => ({ level, area, min, max });
const none = {
  site_id: 1,
  event_id: null,
  currency: 'GBP',
  fee_per_seat: 0,
  fee_per_order: 0,
  ranges: [],
  updated_at: null,
};
const stored = { ...none, fee_per_seat: 1.5, fee_per_order: 2.25, ranges: [range(48, 62.5, 'L1')] };
const nothingSeen = { source: 'site', currency: null, ranges: [], other_currencies: [] };
const seen = {
  source: 'event',
  currency: 'GBP',
  ranges: [
    { ...range(48, 62, '', 'North'), seats: 120 },
    { ...range(30, 30, '', 'East'), seats: 1 },
  ],
  other_currencies: [{ currency: 'EUR', seats: 4 }],
};

const serve = ({ own = none, ofSite = none, proposal = nothingSeen }: Record<string, object> = {}) =>
  new TestServer()
    .on('GET /sites', list([site(1)]))
    .on('GET /sites/:id', { body: site(1) })
    .on('GET /sites/:id/events', list([event(7, { price_levels: { box: 'Box' } })]))
    .on('GET /events/:id/seats', { body: { wanted: 0, won: 0, held: 0, open: 0, lost: 0, extra: 0 } })
    .on('GET /sites/:id/prices', { body: ofSite, headers: { ETag: '"v3"' } })
    .on('GET /events/:id/prices', { body: own, headers: { ETag: '"v0"' } })
    .on('GET /sites/:id/prices/proposal', { body: proposal })
    .on('GET /events/:id/prices/proposal', { body: proposal })
    .on('PUT /sites/:id/prices', { body: stored })
    .on('PUT /events/:id/prices', { body: stored });

/** Opens the form of a row's prices. */
async function openForm(server: TestServer, address: string) {
  const { user } = open(server, address);
  const row = await screen.findByRole('row', { name: /Harbour/ });
  await user.click(within(row).getByRole('button', { name: /Actions|More/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Prices' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Prices of/ }));
  return { user, dialog };
}

const sent = (server: TestServer, of: 'sites' | 'events') => server.seen(`PUT /${of}/:id/prices`).at(-1);

test('shows an event with the prices of its site, and who may change it opens the form', async () => {
  const server = serve({ ofSite: stored });
  const { user } = open(server, '/sites/1/events?open=7');
  const prices = within(await screen.findByRole('region', { name: 'Prices' }));
  expect(await prices.findByText('Prices of the site')).toBeVisible();
  expect(prices.getByText('Lower tier: £48.00–62.50')).toBeVisible();
  expect(prices.getByText('Fees: £1.50 per seat, £2.25 per order')).toBeVisible();
  await user.click(prices.getByRole('button', { name: 'Edit prices' }));
  expect(
    await screen.findByRole('dialog', { name: 'Prices of Harbour City v Northgate Rovers' }),
  ).toBeVisible();
});

test.each<[Role, Record<string, object>, string]>([
  ['realm_user', { own: { ...stored, event_id: 7, ranges: [range(10, 10, 'box')] } }, 'Box: £10'],
  ['realm_user', {}, 'No price known'],
])('shows a %s its own prices, %#, without a way to change them', async (role, lists, text) => {
  open(serve(lists), '/sites/1/events?open=7', role);
  const prices = within(await screen.findByRole('region', { name: 'Prices' }));
  expect(await prices.findByText(text)).toBeVisible();
  expect(prices.queryByText('Prices of the site')).not.toBeInTheDocument();
  expect(prices.queryByRole('button', { name: 'Edit prices' })).not.toBeInTheDocument();
});

test('retries when the prices could not be read', async () => {
  const server = serve().on('GET /events/:id/prices', refusal(500, 'INTERNAL', 'Something went wrong'));
  const { user } = open(server, '/sites/1/events?open=7');
  const prices = within(await screen.findByRole('region', { name: 'Prices' }));
  const retry = await prices.findByRole('button', { name: 'Retry' });
  server.on('GET /events/:id/prices', { body: { ...stored, event_id: 7 } });
  await user.click(retry);
  expect(await prices.findByText('Lower tier: £48.00–62.50')).toBeVisible();
});

test('saves ranges of a site, on condition that nobody changed them', async () => {
  const server = serve({ ofSite: stored });
  const { user, dialog } = await openForm(server, '/sites');
  expect(await dialog.findByText('No seats with a price in the last 12 months.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Add range' }));
  const added = within(dialog.getByRole('group', { name: 'Range 2' }));
  await user.type(added.getByRole('combobox', { name: 'Area' }), 'North 104');
  await user.type(added.getByRole('textbox', { name: 'From' }), '30');
  await user.type(added.getByRole('textbox', { name: 'To' }), '20');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await added.findByText('At least the lower price')).toBeVisible();
  await user.clear(added.getByRole('textbox', { name: 'To' }));
  await user.type(added.getByRole('textbox', { name: 'To' }), '45.5');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Prices saved')).toBeVisible();
  expect(sent(server, 'sites')).toMatchObject({
    body: {
      currency: 'GBP',
      fee_per_seat: 1.5,
      fee_per_order: 2.25,
      ranges: [range(48, 62.5, 'L1'), range(30, 45.5, '', 'North 104')],
    },
  });
  expect(sent(server, 'sites')?.headers.get('If-Match')).toBe('"v3"');
});

test('removes the prices of an event', async () => {
  const server = serve({ own: { ...stored, event_id: 7 } });
  const { user, dialog } = await openForm(server, '/sites/1/events');
  await user.click(dialog.getByRole('button', { name: 'Remove range 1' }));
  expect(dialog.getByText('No ranges: no price is known.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Prices removed')).toBeVisible();
  expect(sent(server, 'events')?.body).toMatchObject({ ranges: [] });
});

test('accepts what workers saw, alone or all, and warns of fees that it includes', async () => {
  const server = serve({
    own: { ...stored, event_id: 7, ranges: [range(1, 2, '', 'North')] },
    proposal: seen,
  });
  const { user, dialog } = await openForm(server, '/sites/1/events');
  expect(await dialog.findByText('North: £48–62, from 120 seats')).toBeVisible();
  expect(dialog.getByText('East: £30, from 1 seat')).toBeVisible();
  expect(dialog.getByText('Seen at this event')).toBeVisible();
  expect(dialog.getByText('4 seats in EUR are left out.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Accept North' }));
  expect(dialog.getAllByRole('group', { name: /^Range/ })).toHaveLength(1);
  await user.click(dialog.getByRole('button', { name: 'Set fees to 0' }));
  expect(dialog.queryByRole('button', { name: 'Set fees to 0' })).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Accept all' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent(server, 'events')?.body).toEqual({
      currency: 'GBP',
      fee_per_seat: 0,
      fee_per_order: 0,
      ranges: [range(48, 62, '', 'North'), range(30, 30, '', 'East')],
    }),
  );
});

test('accepts nothing in another currency than the list has', async () => {
  const own = { ...stored, currency: 'EUR', event_id: 7 };
  const { dialog } = await openForm(serve({ own, proposal: seen }), '/sites/1/events');
  expect(await dialog.findByText('The site’s currency is GBP.')).toBeVisible();
  expect(await dialog.findByRole('button', { name: 'Accept all' })).toBeDisabled();
  expect(dialog.getByRole('button', { name: 'Accept North' })).toBeDisabled();
  expect(dialog.getByText(/These prices are in GBP and the list is in EUR/)).toBeVisible();
});

test('compares both versions after somebody else saved first, and shows the server’s errors at their fields', async () => {
  const current = { ...stored, ranges: [range(50, 60)] };
  const server = serve({ ofSite: stored }).on(
    'PUT /sites/:id/prices',
    refusal(412, 'STALE', 'This was changed by somebody else in the meantime', { context: { current } }),
  );
  const { user, dialog } = await openForm(server, '/sites');
  await user.clear(dialog.getByRole('textbox', { name: 'To' }));
  await user.type(dialog.getByRole('textbox', { name: 'To' }), '70');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const differences = within(await screen.findByRole('table', { name: 'Differences' }));
  expect(
    differences.getByRole('row', { name: 'Price ranges Any area: £50–60 Lower tier: £48–70' }),
  ).toBeVisible();
  const invalid = { field: 'ranges.0.max', message: 'At most 2 decimals', code: 'NOT_AN_AMOUNT', params: {} };
  server.on('PUT /sites/:id/prices', refusal(400, 'VALIDATION', 'Invalid', { details: [invalid] }));
  await user.click(screen.getByRole('button', { name: /Overwrite/ }));
  await waitFor(() => expect(dialog.getByRole('textbox', { name: 'To' })).toBeInvalid());
  expect(sent(server, 'sites')?.headers.get('If-Match')).toBeNull();
});
