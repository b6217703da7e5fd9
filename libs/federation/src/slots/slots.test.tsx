import { act, render, screen } from '@testing-library/react';
import { type ReactNode, use } from 'react';
import type { SlotPlace } from '@tessera/domain/module-release';
import type { ModuleRelease, RemoteDefinition } from '../contract';
import { ModuleFailure } from '../failure';
import { type LoadOutcome, ModuleRegistry } from '../registry';
import { loadTimeMs, slotTimeMs } from '../time-limits';
import { CellStore } from './cell-store';
import type { SlotExport } from './slot-contents';
import { type PlacedSlot, SlotHostContext, useSlots } from './slot-host';
import { SlotView } from './slot-view';

const release: ModuleRelease = {
  name: 'mf-risk',
  title: 'Risk',
  owner: 'Risk team',
  version: '1.0.0',
  channel: 'stable',
  base_url: '/modules/mf-risk/1.0.0/',
  integrity: null,
  signature: null,
  key: null,
  routes: [],
  nav: [],
  slots: [],
};

let outcomes: LoadOutcome[];
beforeEach(() => {
  outcomes = [];
  jest.useFakeTimers();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** The slots of a module that exports these. */
function fill(slots: RemoteDefinition['slots'], load?: () => Promise<RemoteDefinition>) {
  const registry = new ModuleRegistry(
    load ?? (() => Promise.resolve({ name: 'mf-risk', routes: [], slots })),
    (outcome) => outcomes.push(outcome),
  );
  const place = <Place extends SlotPlace>(id: string, where: Place): PlacedSlot<Place> => ({
    name: `mf-risk.${id}`,
    registry,
    release,
    slot: { id, place: where, title: `Title of ${id}`, action: null, reach: null },
  });
  return { registry, place };
}

const Tabs = () =>
  useSlots('task.tab').map((placed) => (
    <section key={placed.name} aria-label={placed.slot.title}>
      <SlotView placed={placed} id={7} loading={<p>loading</p>} />
    </section>
  ));

function show(registry: ModuleRegistry, slots: readonly PlacedSlot[], page: ReactNode = <Tabs />) {
  return render(
    <SlotHostContext value={{ registry, slots }}>
      <p>the page</p>
      {page}
    </SlotHostContext>,
  );
}

const tab = (load: () => Promise<(props: { id: number }) => ReactNode>): SlotExport => ({
  place: 'task.tab',
  load,
});
const settle = (ms = 0) => act(() => jest.advanceTimersByTimeAsync(ms));
const failed = (reason: string, message = /^Slot \w+: ./): unknown[] => [
  expect.objectContaining({
    module: 'mf-risk',
    version: '1.0.0',
    outcome: 'failed',
    reason,
    message: expect.stringMatching(message) as string,
  }),
];

test('shows what a module fills a place with, for the record', async () => {
  const { registry, place } = fill({ risk: tab(() => Promise.resolve(({ id }) => <p>risk of {id}</p>)) });
  show(registry, [place('risk', 'task.tab'), place('card', 'room.card')]);
  expect(screen.getByText('loading')).toBeInTheDocument();
  await settle();
  expect(screen.getByText('risk of 7')).toBeInTheDocument();
  expect(screen.getAllByRole('region')).toHaveLength(1);
  expect(outcomes).toEqual([expect.objectContaining({ outcome: 'loaded' })]);
});

test('loads nothing of a module whose places are not on screen', async () => {
  const load = jest.fn(() => Promise.resolve({ name: 'mf-risk', routes: [] }));
  const { registry, place } = fill({}, load);
  show(registry, [place('card', 'room.card')]);
  await settle();
  expect(load).not.toHaveBeenCalled();
});

test.each<[string, SlotExport | undefined, string]>([
  [
    'throws',
    tab(() =>
      Promise.resolve(() => {
        throw new Error('The slot throws');
      }),
    ),
    'CRASHED',
  ],
  ['can’t be loaded', tab(() => Promise.reject(new Error('No such file'))), 'CRASHED'],
  ['never arrives', tab(() => new Promise(() => undefined)), 'TIMEOUT'],
  [
    'waits for ever',
    tab(() => {
      const never = new Promise<string>(() => undefined);
      return Promise.resolve(() => <p>{use(never)}</p>);
    }),
    'TIMEOUT',
  ],
  ['is missing', undefined, 'INCOMPATIBLE'],
  ['is of another place', { place: 'job.card', load: () => Promise.resolve(() => null) }, 'INCOMPATIBLE'],
])('takes away a slot that %s, alone, and reports it once', async (_, broken, reason) => {
  const { registry, place } = fill({
    ...(broken ? { broken } : {}),
    well: tab(() => Promise.resolve(() => <p>well</p>)),
  });
  show(registry, [place('broken', 'task.tab'), place('well', 'task.tab')]);
  await settle();
  await settle(loadTimeMs);
  expect(screen.getByText('the page')).toBeInTheDocument();
  expect(screen.getByText('well')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Title of broken' })).not.toBeInTheDocument();
  expect(outcomes.filter(({ outcome }) => outcome === 'failed')).toEqual(failed(reason));
});

test('waits for the code of a slot as long as for its module, which a slow line needs', async () => {
  const arrival = Promise.withResolvers<() => ReactNode>();
  const { registry, place } = fill({ slow: tab(() => arrival.promise) });
  show(registry, [place('slow', 'task.tab')]);
  await settle(loadTimeMs - 1);
  arrival.resolve(() => <p>slow, and there</p>);
  await settle(1);
  expect(screen.getByText('slow, and there')).toBeInTheDocument();
  expect(outcomes).toEqual([expect.objectContaining({ outcome: 'loaded' })]);
});

test('takes away the slots of a module that fails, which is reported as the module', async () => {
  const { registry, place } = fill({}, () => Promise.reject(new ModuleFailure('NETWORK', 'It is away')));
  show(registry, [place('a', 'task.tab'), place('b', 'task.tab')]);
  await settle(loadTimeMs);
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  expect(outcomes).toEqual(failed('NETWORK', /^It is away$/));
});

describe('the cells of a column', () => {
  const collect = () => settle(50);
  const ignore = () => undefined;

  test('loads the rows on screen with one request, and a changed one again', async () => {
    const load = jest.fn((ids: readonly number[]) =>
      Promise.resolve(new Map(ids.map((id) => [id, { text: `risk ${id}` }]))),
    );
    const store = new CellStore(() => Promise.resolve(load), jest.fn());
    const changes = jest.fn();
    store.subscribe(2, 'v1', changes);
    for (const id of [1, 2, 3, 2]) store.subscribe(id, 'v1', ignore);
    await collect();
    expect(load.mock.calls.map(([ids]) => ids)).toEqual([[2, 1, 3]]);
    expect(store.read(2)).toEqual({ text: 'risk 2' });
    expect(changes).toHaveBeenCalledTimes(1);
    store.subscribe(1, 'v1', ignore);
    store.subscribe(2, 'v2', ignore);
    await collect();
    expect(load.mock.calls.map(([ids]) => ids)).toEqual([[2, 1, 3], [2]]);
  });

  test('asks for at most 100 rows at once', async () => {
    const load = jest.fn(() => Promise.resolve(new Map()));
    const store = new CellStore(() => Promise.resolve(load), jest.fn());
    for (let id = 1; id <= 250; id++) store.subscribe(id, 'v1', ignore);
    await collect();
    expect(load.mock.calls.map(([ids]: unknown[]) => (ids as number[]).length)).toEqual([100, 100, 50]);
    expect(store.read(250)).toBeNull();
  });

  test.each<[string, () => Promise<ReadonlyMap<number, { text: string }>>, RegExp]>([
    ['fails', () => Promise.reject(new Error('Its server is away')), /server is away/],
    ['hangs', () => new Promise(() => undefined), /within 5 seconds/],
    [
      'returns a megabyte',
      () => Promise.resolve(new Map([[1, { text: 'x'.repeat(1_000_000) }]])),
      /more than 200 characters/,
    ],
  ])('says that a load %s', async (_, load, message) => {
    const onError = jest.fn();
    const store = new CellStore(() => Promise.resolve(load), onError);
    store.subscribe(1, 'v1', ignore);
    await collect();
    await settle(slotTimeMs);
    const [error] = onError.mock.calls[0] as [Error];
    expect(error.message).toMatch(message);
    expect(store.read(1)).toBeNull();
  });
});
