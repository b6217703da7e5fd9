import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { useState } from 'react';
import { setLanguage } from '@tessera/ui';
import { show } from '@tessera/ui/testing';
import { type ColorBy, type EventSeats, type MapSeat, SeatMap, SiteMap } from '../src/seat-map';

// Interactions take seconds on a busy machine, more than the default of five.
jest.setTimeout(30_000);

const seat = (id: number, fields: Partial<MapSeat> = {}): MapSeat => ({
  state: 'held',
  id,
  seat: String(id),
  group: null,
  task_id: 7,
  job_id: 1,
  login_id: 3,
  price: 42.5,
  currency: 'GBP',
  expires_at: null,
  ...fields,
});

const seats: EventSeats = {
  areas: [
    {
      name: 'East 210',
      key: 'east210',
      price_level: '2',
      held: 1,
      bought: 1,
      rows: [{ name: 'A', seats: [seat(1), seat(3, { state: 'bought', job_id: 2 })] }],
    },
    {
      name: 'North 104',
      key: 'north104',
      price_level: null,
      held: 4,
      bought: 0,
      rows: [
        { name: 'F', seats: [seat(11, { group: 1 }), seat(12, { group: 1 }), seat(14)] },
        { name: '', seats: [seat(20, { seat: '', job_id: null })] },
      ],
    },
  ],
  jobs: [
    { id: 1, name: 'Derby', held: 4, bought: 0 },
    { id: 2, name: 'Cup', held: 0, bought: 1 },
  ],
  tasks: [{ id: 7, name: 'North stand 07' }],
  logins: [{ id: 3, name: 'Desk 03' }],
};

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g data-area="north104"><path d="M0 0h9v9z"/></g><path data-area="carpark" d="M0 0h1"/></svg>';

function Page({ onSelect }: { onSelect?: (key: string) => void }) {
  const [colorBy, setColorBy] = useState<ColorBy>('state');
  const [zoomed, setZoomed] = useState<string | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  return (
    <main>
      <h1>Seats</h1>
      <SeatMap
        seats={seats}
        colorBy={colorBy}
        onColorBy={setColorBy}
        zoomed={zoomed}
        onZoom={setZoomed}
        selected={selected}
        onSelect={(key) => {
          setSelected(key);
          onSelect?.(key);
        }}
      >
        <SiteMap svg={drawing} areas={seats.areas} zoomed={zoomed} onOpen={setZoomed} />
      </SeatMap>
    </main>
  );
}

const area = (name: string) => screen.findByRole('grid', { name });
const focused = () => document.activeElement?.getAttribute('aria-label');

test('shows areas, rows and seats with their states, and which are side by side', async () => {
  show(<Page />);
  const north = within(await area('North 104'));
  const row = within(north.getByRole('row', { name: 'Row F' }));
  expect(row.getAllByRole('gridcell').map((cell) => cell.getAttribute('aria-label'))).toEqual([
    'Seat 11, Held, beside 1 other seat',
    'Seat 12, Held, beside 1 other seat',
    'Seat 14, Held',
  ]);
  expect(row.getByRole('gridcell', { name: /Seat 11/ })).toHaveAttribute('data-mark', '11');
  expect(north.getByRole('gridcell', { name: 'Seat without a number, Held' })).toBeVisible();
  expect(screen.getByText('1 held, 1 bought · Price level 2')).toBeVisible();
});

test('moves between seats by arrow keys, to the edges of a row, and between areas', async () => {
  show(<Page />);
  await area('North 104');
  const first = screen.getByRole('gridcell', { name: 'Seat 1, Held' });
  act(() => first.focus());
  const path: (string | null | undefined)[] = [];
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'Home', 'End', 'ArrowDown', 'PageUp', 'PageDown', 'ArrowUp']) {
    await userEvent.keyboard(`{${key}}`);
    path.push(focused()?.split(',')[0]);
  }
  expect(path).toEqual(
    ['Seat 3', 'Seat 3', 'Seat 12', 'Seat 11', 'Seat 14', 'Seat without a number', 'Seat 1', 'Seat 11', 'Seat 1'],
  );
  expect(screen.getAllByRole('gridcell').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
}); // prettier-ignore

test('describes the seat with the focus, until Escape', async () => {
  show(<Page />);
  await area('North 104');
  act(() => screen.getByRole('gridcell', { name: /Seat 12/ }).focus());
  const tooltip = await screen.findByRole('tooltip');
  expect(tooltip.textContent).toBe(
    'North 104, row F, seat 12\nHeld, £42.50\nJob: Derby\nTask: North stand 07\nLogin: Desk 03',
  );
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument());
});

test('selects a seat by a click and by Enter', async () => {
  const onSelect = jest.fn();
  show(<Page onSelect={onSelect} />);
  await area('North 104');
  await userEvent.click(screen.getByRole('gridcell', { name: /Seat 14/ }));
  expect(onSelect).toHaveBeenLastCalledWith('held-14');
  expect(screen.getByRole('gridcell', { name: /Seat 14/ })).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowLeft}{Enter}');
  expect(onSelect).toHaveBeenLastCalledWith('held-12');
});

test('marks seats by job or price level, with a legend that counts them', async () => {
  show(<Page />);
  await area('North 104');
  const legend = () =>
    within(screen.getByRole('list', { name: 'Legend' })).getAllByRole('listitem').map((item) => item.textContent);
  expect(legend().slice(0, 2)).toEqual(['Held5', 'Bought1']);
  await userEvent.click(screen.getByRole('button', { name: 'Job' }));
  expect(legend().slice(0, 3)).toEqual([
    'Derby4 held, 0 bought',
    'Cup0 held, 1 bought',
    'Without a job1 held, 0 bought',
  ]);
  await waitFor(() => expect(screen.getByRole('gridcell', { name: /Seat 11/ })).toHaveAttribute('data-mark', 'A'));
  await userEvent.click(screen.getByRole('button', { name: 'Price level' }));
  expect(legend().slice(0, 2)).toEqual(['Price level 21 held, 1 bought', 'No price level4 held, 0 bought']);
}); // prettier-ignore

test('zooms by buttons, keys and the wheel, and shows what fits at first', async () => {
  show(<Page />);
  await area('North 104');
  const map = screen.getByRole('group', { name: 'Seats' });
  const size = () => map.style.getPropertyValue('--seat-size');
  expect(size()).toBe('30px');
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
  expect(size()).toBe('40px');
  expect(screen.getByRole('button', { name: 'Zoom in' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('---');
  expect(size()).toBe('18px');
  expect(map).toHaveAttribute('data-size', 'small');
  const wheel = (init: WheelEventInit) =>
    fireEvent.wheel(screen.getByRole('gridcell', { name: /Seat 14/ }), init);
  wheel({ deltaY: -100 });
  expect(size()).toBe('18px');
  wheel({ deltaY: -100, ctrlKey: true });
  expect(size()).toBe('24px');
  await userEvent.keyboard('0');
  expect(size()).toBe('30px');
});

test('shows an area alone, opened by its name or in the map of the site', async () => {
  show(<Page />);
  await userEvent.click(await screen.findByRole('button', { name: 'East 210' }));
  await waitFor(() => expect(screen.queryByRole('grid', { name: 'North 104' })).not.toBeInTheDocument());
  await userEvent.click(screen.getByRole('button', { name: 'All areas' }));
  await area('North 104');
  const shape = screen.getByRole('button', { name: 'North 104: 4 held, 0 bought' });
  act(() => shape.focus());
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('grid', { name: 'East 210' })).not.toBeInTheDocument());
});

test('shows a picture of the site without areas to open', () => {
  show(<SiteMap svg={drawing} areas={[]} />);
  expect(screen.getByRole('img', { name: 'Map of the site' })).toBeVisible();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test.each([
  '<svg',
  'hello',
  '<svg><g></svg>',
  '<svg/><svg/>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><g onclick="alert(1)"/></svg>',
])('says when a map can’t be read: %s', (svg) => {
  show(<SiteMap svg={svg} areas={[]} />);
  expect(screen.getByText('The map could not be shown.')).toBeVisible();
});

test('has no accessibility violations', async () => {
  show(<Page />);
  await area('North 104');
  document.head.replaceChildren();
  const { violations } = await act(() =>
    axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } }),
  );
  expect(
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`)),
  ).toEqual([]);
});

test('is German', async () => {
  await act(() => setLanguage('de'));
  show(<Page />);
  expect(await screen.findByText('4 reserviert, 0 gekauft')).toBeVisible();
  await act(() => setLanguage('en'));
});
