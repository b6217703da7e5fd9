import { act, render, screen } from '@testing-library/react';
import { seriesLabel, taskSeries } from '../src/display/task-series';
import {
  CountdownText,
  countsBySeries,
  FilterChip,
  formatDuration,
  formatInstant,
  formatMoney,
  LiveStatus,
  MoneyTotals,
  stateAppearance,
  type StateKind,
  stateLabel,
  stateOptions,
  states,
  StatusChip,
  TileBar,
} from '../src/index';
import { CountdownTiles } from '../src/panels';
import { select } from './dom';
import { show } from './frame';

const start = Date.parse('2026-11-20T14:32:12Z');

describe('a state', () => {
  const all = (Object.keys(states) as StateKind[]).flatMap((of) =>
    stateOptions(of).map(({ value, label }) => [of, value, label] as const),
  );

  it.each(all)('%s %s has a label and an icon', (of, state, word) => {
    const { container } = show(<StatusChip of={of} state={state} />);
    expect(screen.getByText(word)).toBeVisible();
    const Icon = stateAppearance(of, state).icon;
    const shape = (root: HTMLElement) => select(root, 'svg')[0]?.innerHTML;
    expect(shape(container)).toBe(shape(render(<Icon />).container));
  });

  it('covers every task status', () => {
    expect(Object.keys(states.task).sort()).toEqual(
      'bought carted expired failed idle queued running scheduled stopped stopping waiting_room'.split(' '),
    );
  });

  it('shows both labels when paused', () => {
    show(<StatusChip of="task" state="queued" paused />);
    expect(screen.getByText('Paused · Queued')).toBeVisible();
  });

  it('shows the value of an unknown state', () => {
    expect(stateAppearance('task', 'on_ice')).toMatchObject({
      label: 'On ice',
      hue: 'stone',
      variant: 'open',
    });
    expect(stateAppearance('task', 'toString').label).toBe('Tostring');
  });

  it('shows the live status as text', () => {
    show(<LiveStatus state="stale" since="2026-11-20T14:31:40Z" />);
    expect(screen.getByRole('status')).toHaveTextContent('Stale since 14:31:40');
    show(<LiveStatus state="offline" since="2026-11-20T14:31:40Z" />);
    expect(screen.getByText('Offline since 14:31:40')).toBeInTheDocument();
  });

  it('shows a filter as text', () => {
    show(
      <FilterChip
        field="Event"
        operator="is not"
        value="Glass Meridian"
        negated
        onRemove={() => undefined}
      />,
    );
    expect(screen.getByRole('button', { name: 'Remove filter Event is not Glass Meridian' })).toBeVisible();
  });
});

describe('a countdown', () => {
  it.each([
    [121, undefined],
    [120, 'ochre'],
    [61, 'ochre'],
    [60, 'cinnabar'],
    [1, 'cinnabar'],
    [0, undefined],
  ])('with %i seconds left is marked as %s', (seconds, hue) => {
    show(<CountdownText until={start + seconds * 1000} now={() => start} />);
    const marked = (name: string) =>
      screen.queryByText((_, element) => element?.classList.contains(name) ?? false);
    expect(['ochre', 'cinnabar'].filter(marked)).toEqual(hue === undefined ? [] : [hue]);
    if (hue !== undefined) expect(marked(hue)).toHaveStyle({ fontWeight: 700 });
  });

  it('counts seconds and is announced at 2, 1 and 0 minutes only', () => {
    jest.useFakeTimers();
    let now = start;
    show(<CountdownText until={start + 122_000} label="North 104" now={() => now} />);
    const timer = screen.getByRole('timer');
    const announcements: string[] = [];
    const tick = () => {
      now += 1000;
      act(() => jest.advanceTimersByTime(1000));
      const announced = screen.getByRole('status').textContent;
      if (announced && announced !== announcements.at(-1)) announcements.push(announced);
    };
    expect(timer).toHaveTextContent('2m 02s');
    tick();
    expect(timer).toHaveTextContent('2m 01s');
    expect(announcements).toEqual([]);
    for (let i = 0; i < 122; i += 1) tick();
    expect(announcements).toEqual([
      'North 104: Less than 2 minutes left',
      'North 104: Less than 1 minute left',
      'North 104: Time is up',
    ]);
    expect(timer).toHaveTextContent('Expired');
    jest.useRealTimers();
  });

  it('follows the server’s clock', () => {
    show(<CountdownTiles until={start + 107_000} totalSeconds={600} now={() => start} />);
    expect(screen.getByRole('img')).toHaveAccessibleName('Under 2 minutes left');
  });
});

describe('figures', () => {
  it('show one tile per item up to 40, else shares with at least one tile per part', () => {
    const tiles = (container: HTMLElement) =>
      select(container, 'path')
        .map((path) => path.getAttribute('d')?.split('z').length ?? 0)
        .map((n) => n - 1);
    const few = show(
      <TileBar
        parts={[
          { value: 3, tone: 'bought' },
          { value: 0, tone: 'carted' },
          { value: 4, tone: 'failed' },
        ]}
        total={12}
      />,
    );
    expect(tiles(few.container)).toEqual([3, 4, 5]);
    few.unmount();
    const many = show(
      <TileBar
        parts={[
          { value: 1, tone: 'bought' },
          { value: 147, tone: 'running' },
        ]}
        total={200}
        tiles={20}
      />,
    );
    const [first = 0, second = 0, rest = 0] = tiles(many.container);
    expect(first).toBe(1);
    expect(first + second + rest).toBe(20);
    expect(rest).toBe(5);
  });

  it('have an accessible name', () => {
    show(<TileBar parts={[{ value: 148, tone: 'plain', label: 'used' }]} total={200} />);
    expect(screen.getByRole('img')).toHaveAccessibleName('148 used, of 200');
  });

  it('sum currencies separately, and show a dash for an unknown amount', () => {
    show(
      <MoneyTotals
        totals={[
          { amount: 704, currency: 'GBP' },
          { amount: 52, currency: null },
        ]}
      />,
    );
    expect(screen.getByText('£704.00 + $52.00')).toBeVisible();
    expect(formatMoney(null, 'GBP')).toBe('–');
    expect(formatMoney(1204.5, null, { fallback: 'GBP' })).toBe('£1,204.50');
  });

  it('sum counts by status into series', () => {
    expect(countsBySeries({ running: 2, stopping: 1, idle: 3, queued: 4, expired: 1 })).toMatchObject({
      running: 3,
      notStarted: 7,
      failed: 1,
      bought: 0,
    });
  });

  it('format a date the same with a time or a year', () => {
    const at = '2026-11-20T14:31:40Z';
    const written = (style: 'date' | 'date-time', locale: string) =>
      formatInstant(at, { style, locale, timeZone: 'UTC' });
    expect([written('date', 'en-GB'), written('date-time', 'en-GB')]).toEqual([
      'Fri 20 Nov 2026',
      'Fri 20 Nov, 14:31',
    ]);
    expect([written('date', 'de-DE'), written('date-time', 'de-DE')]).toEqual([
      'Fr., 20. Nov. 2026',
      'Fr., 20. Nov., 14:31',
    ]);
  });

  it('format durations', () => {
    expect([2, 360, 12_420, 172_800, null].map((seconds) => formatDuration(seconds))).toEqual([
      '2 s',
      '6 min',
      '3 h 27',
      '2 d',
      '–',
    ]);
  });
});

test('names every status of ended tasks in the label of their series', () => {
  const ended = taskSeries.find(({ key }) => key === 'failed')!;
  const label = seriesLabel('failed').toLowerCase();
  for (const status of ended.statuses) expect(label).toContain(stateLabel('task', status).toLowerCase());
});
