import { screen, waitFor, within } from '@testing-library/react';
import { list, refusal, TestServer } from '@tessera/api/testing';
import { open } from '../../../test/open';
import { site } from '../../../test/records';

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path data-area="north104" d="M0 0h9v9z"/></svg>';
const matches = { matched: ['North 104'], missing: ['East 210'], unknown: ['Car park'], removed: ['script'] };
const map = (fields: object = {}) => ({
  id: 4,
  site_id: 1,
  event_id: null,
  event_name: null,
  version: 2,
  updated_at: '2026-11-20T12:00:00.000Z',
  ...matches,
  ...fields,
});
const file = (text = drawing) => new File([text], 'arena.svg', { type: 'image/svg+xml' });

const serverWith = (...maps: object[]) =>
  new TestServer()
    .on('GET /sites', list([site(1)]))
    .on('GET /sites/:id', { body: site(1), headers: { ETag: '"v5"' } })
    .on('GET /sites/:id/maps', list(maps))
    .on('GET /sites/:id/map', { body: drawing, headers: { 'Content-Type': 'image/svg+xml' } })
    .on('GET /sites/:siteId/events', list([{ id: 7, name: 'Harbour City v Northgate Rovers' }]))
    .on('POST /sites/:id/map/preview', { body: { svg: drawing, ...matches } })
    .on('PUT /sites/:id/map', { body: map() })
    .on('DELETE /sites/:id/map', {});

const scrolled = jest.fn();
beforeAll(() => {
  // The browser of these tests has no layout to scroll.
  Element.prototype.scrollIntoView = scrolled;
});

/** Opens the maps in the configuration of a site. */
async function openMaps(server: TestServer) {
  const page = open(server, '/sites');
  const row = await screen.findByRole('row', { name: /Harbour Box Office/ });
  await page.user.click(within(row).getByRole('button', { name: /^Actions/ }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Configure' }));
  return { ...page, maps: within(await screen.findByRole('region', { name: 'Maps' })) };
}

test('previews a drawing with the areas it shows, and uploads it for an event', async () => {
  const server = serverWith();
  const { user, maps } = await openMaps(server);
  await user.click(await maps.findByRole('combobox', { name: 'For' }));
  await user.click(await screen.findByRole('option', { name: 'Harbour City v Northgate Rovers' }));
  await user.upload(await maps.findByLabelText('Choose an SVG file', { selector: 'input' }), file());
  const preview = within(await maps.findByRole('group', { name: 'Preview' }));
  expect(preview.getByRole('img', { name: 'Map of the site' })).toBeVisible();
  expect(preview.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1 area matches: North 104',
    '1 area of the site is not in the drawing: East 210',
    '1 name in the drawing is no area of the site: Car park',
    'Left out of the drawing for safety: script',
  ]);
  expect(server.seen('PUT /sites/1/map')).toHaveLength(0);
  await user.click(preview.getByRole('button', { name: 'Upload map' }));
  expect(await screen.findByText('Map uploaded')).toBeVisible();
  expect(server.seen('PUT /sites/1/map')[0]?.body).toEqual({ svg: drawing, event_id: 7 });
});

test('shows the preview at once, and asks before it is lost', async () => {
  const { user, maps } = await openMaps(serverWith());
  await user.upload(await maps.findByLabelText('Choose an SVG file', { selector: 'input' }), file());
  const preview = await maps.findByRole('group', { name: 'Preview' });
  expect(scrolled.mock.contexts).toContain(preview);
  await user.keyboard('{Escape}');
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }));
  await user.click(question.getByRole('button', { name: 'Keep editing' }));
  expect(await maps.findByRole('group', { name: 'Preview' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'JSON' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Maps' })).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Form' }));
  expect(await screen.findByRole('group', { name: 'Preview' })).toBeVisible();
});

test('says why a drawing can’t be used', async () => {
  const server = serverWith().on(
    'POST /sites/:id/map/preview',
    refusal(400, 'VALIDATION', 'svg must be an SVG', {
      details: [{ field: 'svg', message: 'svg must be an SVG', code: 'NOT_SVG', params: {} }],
    }),
  );
  const { user, maps } = await openMaps(server);
  await user.upload(await maps.findByLabelText('Choose an SVG file', { selector: 'input' }), file('hello'));
  expect(await maps.findByText(/Choose an SVG file that is well-formed/)).toBeVisible();
  const large = file(' '.repeat(512 * 1024 + 1));
  await user.upload(maps.getByLabelText('Choose an SVG file', { selector: 'input' }), large);
  expect(await maps.findByRole('alert')).toHaveTextContent('arena.svg has more than 512 KB');
});

test('deletes a map after a question', async () => {
  const server = serverWith(map({ event_id: 7, event_name: 'Harbour City v Northgate Rovers' }));
  const { user, maps } = await openMaps(server);
  const stored = within(await maps.findByRole('group', { name: 'Harbour City v Northgate Rovers' }));
  await user.click(stored.getByRole('button', { name: 'Delete map' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete this map?' }));
  await user.click(question.getByRole('button', { name: 'Delete map' }));
  await waitFor(() => expect(server.seen('DELETE /sites/1/map')[0]?.query.get('event_id')).toBe('7'));
});
