import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { WizardDialog } from '../src/forms';
import { countsBySeries, StackedColumns } from '../src/index';
import { LineChart, type LineChartProps } from '../src/panels';
import { DrawerPanel } from '../src/panels';
import { select } from './dom';
import { setViewportWidth, show } from './frame';

describe('a drawer', () => {
  it('is docked on wide windows, closes with Escape, and has buttons for previous and next', async () => {
    const user = userEvent.setup();
    const close = jest.fn();
    const next = jest.fn();
    setViewportWidth(1440);
    show(
      <DrawerPanel title="HC north 05" onClose={close} onNext={next} onPrevious={undefined}>
        <button>Pause</button>
      </DrawerPanel>,
    );
    expect(screen.getByRole('complementary', { name: 'HC north 05' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(next).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    await user.keyboard('{Escape}');
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('prefixes the document’s title with the record’s name while it is open', async () => {
    document.title = 'Tasks · Tessera';
    function Page() {
      const [open, setOpen] = useState(5);
      return open > 6 ? null : (
        <DrawerPanel title={`HC north 0${open}`} onClose={() => undefined} onNext={() => setOpen(open + 1)}>
          Overview
        </DrawerPanel>
      );
    }
    show(<Page />);
    expect(document.title).toBe('HC north 05 · Tasks · Tessera');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(document.title).toBe('HC north 06 · Tasks · Tessera');
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(document.title).toBe('Tasks · Tessera');
  });

  it('is full screen below 900 px', () => {
    setViewportWidth(800);
    show(
      <DrawerPanel title="HC north 05" onClose={() => undefined}>
        Overview
      </DrawerPanel>,
    );
    expect(screen.getByRole('dialog', { name: 'HC north 05' })).toBeVisible();
    setViewportWidth(1440);
  });
});

describe('a wizard', () => {
  it('goes back to earlier steps but not ahead, and shows why the next step is blocked', async () => {
    const user = userEvent.setup();
    function Launch() {
      const [at, setAt] = useState(1);
      const steps = [
        { label: 'Template', summary: 'North stand fours' },
        { label: 'Event' },
        { label: 'Launch' },
      ];
      return (
        <WizardDialog
          open
          title="Launch a job"
          steps={steps}
          at={at}
          onStep={setAt}
          onNext={() => setAt(at + 1)}
          onClose={() => undefined}
          blocked={at === 1 ? 'Choose an event' : undefined}
        >
          step {at}
        </WizardDialog>
      );
    }
    show(<Launch />);
    expect(screen.getByText('Choose an event')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Next' })).toBeDisabled();
    expect(screen.getByRole('button', { name: '3 Launch' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Done Template North stand fours' }));
    expect(screen.getByText('step 0')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByText('step 1')).toBeVisible();
  });

  let finishLoading: () => void;
  /** A wizard that is busy from Next until `finishLoading` is called. */
  function Plan() {
    const [busy, setBusy] = useState(false);
    return (
      <WizardDialog
        open
        title="Launch a job"
        steps={[{ label: 'Plan preview' }, { label: 'Launch' }]}
        at={0}
        onStep={() => undefined}
        onNext={() => {
          setBusy(true);
          finishLoading = () => setBusy(false);
        }}
        onClose={() => undefined}
        busy={busy}
      >
        <input aria-label="Name of the job" />
      </WizardDialog>
    );
  }

  it('returns the focus to the next button after it was busy', async () => {
    show(<Plan />);
    const next = screen.getByRole('button', { name: 'Next' });
    act(() => next.focus());
    await userEvent.keyboard('{Enter}');
    expect(next).toBeDisabled();
    // Browsers blur a disabled button, and the focus recovery then focuses another one.
    act(() => next.blur());
    act(() => screen.getByRole('button', { name: 'Close' }).focus());
    act(() => finishLoading());
    expect(next).toBeEnabled();
    await waitFor(() => expect(next).toHaveFocus());
  });

  it('leaves the focus where the user moved it while the button was busy', async () => {
    const user = userEvent.setup();
    show(<Plan />);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    const name = screen.getByLabelText('Name of the job');
    await user.click(name);
    act(() => finishLoading());
    expect(screen.getByRole('button', { name: 'Next' })).toBeEnabled();
    expect(name).toHaveFocus();
  });
});

describe('a chart', () => {
  const columns = ['14:00', '14:30'].map((label) => ({
    label,
    values: countsBySeries({ running: 39, bought: 1204 }),
  }));

  it('has a legend with values, and a table of them', () => {
    const chart = show(<StackedColumns label="Tasks by status" columns={columns} />);
    expect(screen.getByRole('slider', { name: 'Tasks by status' })).toBeVisible();
    expect(screen.getByRole('list')).toHaveTextContent('Running or stopping 39');
    chart.unmount();
    show(<StackedColumns label="Tasks by status" columns={columns} asTable />);
    expect(screen.getAllByRole('cell', { name: '1,204' })).toHaveLength(2);
  });

  it('shows the values of the selected column, by mouse or keyboard, and opens it', async () => {
    const user = userEvent.setup();
    const open = jest.fn();
    const hours = [9, 10, 11].map((hour) => ({
      label: `${hour}:00`,
      name: `${hour}:00–${hour + 1}:00`,
      values: countsBySeries({ running: hour }),
    }));
    show(<StackedColumns label="Tasks" columns={hours} onOpen={open} />);
    const chart = screen.getByRole('slider', { name: 'Tasks' });
    expect(screen.getByText('11:00–12:00')).toBeVisible();
    await user.tab();
    expect(chart).toHaveFocus();
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByText('10:00–11:00')).toBeVisible();
    expect(chart).toHaveAttribute(
      'aria-valuetext',
      expect.stringMatching(/^10:00–11:00: .*Running or stopping 10/),
    );
    await user.keyboard('{Home}{Enter}');
    expect(open).toHaveBeenLastCalledWith(0);
    const columns = select(chart, 'g[cursor="pointer"]');
    await user.hover(columns[1]!);
    expect(screen.getByText('10:00–11:00')).toBeVisible();
    await user.click(columns[1]!);
    expect(open).toHaveBeenLastCalledWith(1);
  });

  it('has whole numbers on its axis, with space for large ones', () => {
    const one = (running: number) => [{ label: '14:00', values: countsBySeries({ running }) }];
    const figures = () =>
      select(screen.getByRole('slider', { name: 'Tasks' }), 'text[text-anchor="end"]').map(
        ({ textContent }) => textContent,
      );
    const chart = show(<StackedColumns label="Tasks" columns={one(10)} />);
    expect(figures()).toEqual(['0', '5', '10']);
    chart.unmount();
    show(<StackedColumns label="Tasks" columns={one(10_000)} />);
    expect(figures()).toEqual(['0', '2,500', '5,000', '7,500', '10,000']);
    const widest = screen.getByText('10,000', { selector: 'text' });
    // A digit is 6.6 px wide at this size.
    expect(Number(widest.getAttribute('x'))).toBeGreaterThan(5 * 6.6 + 3);
  });
});

describe('a chart of lines', () => {
  const hours = [9, 10, 11].map((hour) => ({ label: `${hour}:00`, name: `${hour}:00–${hour + 1}:00` }));
  const lines = [
    { label: '1.9.0', color: 'bought' as const, values: [0.5, 0.75, null] },
    { label: '1.10.0', color: 'running' as const, values: [null, 2.5, null] },
  ];
  const chart = (over: Partial<Pick<LineChartProps, 'lines' | 'limit' | 'asTable'>> = {}) => (
    <LineChart
      label="Error rate"
      points={hours}
      lines={lines}
      format={(value) => `${value} %`}
      smallestStep={0.25}
      {...over}
    />
  );
  const figures = () =>
    select(screen.getByRole('slider', { name: 'Error rate' }), 'text[text-anchor="end"]').map(
      ({ textContent }) => textContent,
    );

  it('shows the values of the selected point, and a dash where nothing was measured', async () => {
    const user = userEvent.setup();
    show(chart());
    const slider = screen.getByRole('slider', { name: 'Error rate' });
    expect(slider).toHaveAttribute('aria-valuetext', '11:00–12:00: 1.9.0 –, 1.10.0 –');
    await user.tab();
    await user.keyboard('{ArrowLeft}');
    expect(slider).toHaveAttribute('aria-valuetext', '10:00–11:00: 1.9.0 0.75 %, 1.10.0 2.5 %');
    expect(screen.getByRole('list')).toHaveTextContent('10:00–11:00');
  });

  it('interrupts a line where nothing was measured, and draws a value without neighbours as a dot', () => {
    const { container } = show(chart());
    const paths = select(container, 'path').map((path) => path.getAttribute('d'));
    expect(paths[0]).toMatch(/^M[\d. ]+L[\d. ]+$/);
    expect(paths[1]).toMatch(/^M[\d. ]+$/);
    expect(select(container, '[role="slider"] circle')).toHaveLength(1);
  });

  it('draws a limit near the values, and names one that is far above them', () => {
    const near = show(chart({ limit: { value: 3, label: 'Budget' } }));
    expect(figures()).toEqual(['0 %', '1 %', '2 %', '3 %', '11:00']);
    expect(screen.getByText('Budget')).toBeVisible();
    near.unmount();
    show(chart({ limit: { value: 50, label: 'Budget' } }));
    expect(figures()).toEqual(['0 %', '1 %', '2 %', '3 %', '11:00']);
    expect(screen.getByRole('list')).toHaveTextContent('Budget 50 % (above the chart)');
  });

  it('draws a limit where all values are 0', () => {
    show(
      chart({
        lines: [{ label: '1.9.0', color: 'bought', values: [0, 0, 0] }],
        limit: { value: 1, label: 'Budget' },
      }),
    );
    expect(figures()).toEqual(['0 %', '0.25 %', '0.5 %', '0.75 %', '1 %', '11:00']);
    expect(screen.getByRole('list')).toHaveTextContent(/Budget 1 %$/);
  });

  it('gives two lines with one equal value different marks, inside the chart', () => {
    const values = [null, null, 3];
    const { container } = show(
      chart({
        lines: [
          { label: 'p95', color: 'bought', values },
          { label: 'p50', color: 'bought', dashed: true, values },
        ],
      }),
    );
    const plot = select(container, '[role="slider"] svg')[0]!;
    const marks = select(plot, 'circle').map((mark) => [
      mark.getAttribute('fill'),
      Number(mark.getAttribute('r')),
    ]);
    expect(marks).toEqual([
      [expect.stringContaining('var('), 2.5],
      ['none', 4.5],
    ]);
    for (const mark of select(plot, 'circle'))
      expect(Number(mark.getAttribute('cx')) + 5.25).toBeLessThanOrEqual(Number(plot.getAttribute('width')));
  });

  it('has as many time labels as fit', () => {
    const points = Array.from({ length: 96 }, (_, i) => ({ label: `${10 + (i % 14)}:00 on Thursday` }));
    show(<LineChart label="Error rate" points={points} lines={[]} format={String} />);
    const labels = select(screen.getByRole('slider', { name: 'Error rate' }), 'text').filter(
      ({ textContent }) => textContent.endsWith('Thursday'),
    );
    const middles = labels.slice(1, -1).map((label) => Number(label.getAttribute('x')));
    const width = 6.6 * '10:00 on Thursday'.length;
    expect(middles[0]).toBeGreaterThan(Number(labels[0]?.getAttribute('x')) + 1.5 * width);
    expect(middles.at(-1)).toBeLessThan(Number(labels.at(-1)?.getAttribute('x')) - 1.5 * width);
  });

  it('has a table of its values, the latest first', () => {
    show(chart({ asTable: true }));
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
    expect(rows).toEqual(['Time1.9.01.10.0', '11:00–12:00––', '10:00–11:000.75 %2.5 %', '9:00–10:000.5 %–']);
  });
});
