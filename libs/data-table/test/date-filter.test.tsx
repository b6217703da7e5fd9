import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LocaleProvider } from '@tessera/ui';
import { dayRangeInstants, parseDays } from '../src/filters';
import type { FilterDef } from '../src/lists';
import { show } from './frame';
import { TaskList } from './task-list';

describe('the instants of a day range', () => {
  const span = (timeZone: string, from: string, to = from) => dayRangeInstants({ from, to }, timeZone);

  it('are the start of the first day and the end of the last one in the time zone', () => {
    expect(span('UTC', '2026-11-20')).toEqual({
      from: '2026-11-20T00:00:00.000Z',
      to: '2026-11-21T00:00:00.000Z',
    });
    expect(span('Pacific/Auckland', '2026-11-20', '2026-11-22')).toEqual({
      from: '2026-11-19T11:00:00.000Z',
      to: '2026-11-22T11:00:00.000Z',
    });
  });

  it('are 23 or 25 hours apart on a day when the clocks change', () => {
    expect(span('Europe/London', '2026-03-29')).toEqual({
      from: '2026-03-29T00:00:00.000Z',
      to: '2026-03-29T23:00:00.000Z',
    });
    expect(span('Europe/London', '2026-10-25')).toEqual({
      from: '2026-10-24T23:00:00.000Z',
      to: '2026-10-26T00:00:00.000Z',
    });
  });

  it('start after a skipped midnight, and with the first of two', () => {
    // Cairo moves from 00:00 to 01:00 on 24 April 2026; Havana from 01:00 back to 00:00 on 1 November 2026.
    expect(span('Africa/Cairo', '2026-04-24').from).toBe('2026-04-23T22:00:00.000Z');
    expect(span('America/Havana', '2026-11-01')).toEqual({
      from: '2026-11-01T04:00:00.000Z',
      to: '2026-11-02T05:00:00.000Z',
    });
  });

  it('are missing on an open side', () => {
    expect(dayRangeInstants({ from: '2026-11-20', to: '' }, 'UTC')).toEqual({
      from: '2026-11-20T00:00:00.000Z',
    });
    expect(dayRangeInstants({ from: '', to: '2026-11-20' }, 'UTC')).toEqual({
      to: '2026-11-21T00:00:00.000Z',
    });
  });

  it('are missing for an invalid range', () => {
    for (const text of ['', '..', 'soon', '2026-11-20', '2026-02-30..', '2026-11-20..x', 'a..b..c'])
      expect(parseDays(text)).toBeNull();
  });
});

describe('the date filter of a list', () => {
  const created: FilterDef = { kind: 'date', field: 'created', label: 'Created' };
  const bought: FilterDef = { ...created, field: 'bought', params: { from: 'from', to: 'to' } };
  const page = { page: '1', page_size: '20', sort: '-created_at' };

  it('takes two days and sends their instants in the user’s time zone', async () => {
    const user = userEvent.setup();
    const onQuery = jest.fn();
    const onUrlChange = jest.fn();
    show(
      <LocaleProvider timeZone="Europe/London">
        <TaskList filters={[created]} onQuery={onQuery} onUrlChange={onUrlChange} />
      </LocaleProvider>,
    );
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    await user.click(screen.getByRole('menuitem', { name: 'Created' }));
    expect(await screen.findByText('Both days included, in Europe/London time')).toBeVisible();
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-10-25' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-10-24' } });
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(screen.getByText('Ends before it starts')).toBeVisible();
    expect(onUrlChange).not.toHaveBeenCalled();
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-10-26' } });
    await user.click(screen.getByRole('button', { name: 'Apply' }));
    expect(
      await screen.findByRole('button', { name: /^Created from Sun,? 25 Oct 2026 to Mon,? 26 Oct 2026$/ }),
    ).toBeVisible();
    expect(onUrlChange).toHaveBeenLastCalledWith('created=2026-10-25..2026-10-26');
    expect(onQuery).toHaveBeenLastCalledWith({
      ...page,
      created_from: '2026-10-24T23:00:00.000Z',
      created_to: '2026-10-27T00:00:00.000Z',
    });
  });

  it.each([
    ['created=2026-11-20..2026-11-20', /^Created on Fri,? 20 Nov 2026$/],
    ['created=2026-11-20..', /^Created from Fri,? 20 Nov 2026$/],
    ['created=..2026-11-20', /^Created until Fri,? 20 Nov 2026$/],
  ])('reads %s as %s', (start, words) => {
    show(<TaskList start={start} filters={[created]} />);
    expect(screen.getByRole('button', { name: words })).toBeInTheDocument();
  });

  it('sends its own parameter names, and nothing for an invalid range', () => {
    const onQuery = jest.fn();
    const start = 'bought=2026-11-20..2026-11-20';
    const { unmount } = show(<TaskList start={start} filters={[bought]} onQuery={onQuery} />);
    expect(onQuery).toHaveBeenLastCalledWith({
      ...page,
      from: '2026-11-20T00:00:00.000Z',
      to: '2026-11-21T00:00:00.000Z',
    });
    unmount();
    show(<TaskList start="bought=yesterday" filters={[bought]} onQuery={onQuery} />);
    expect(onQuery).toHaveBeenLastCalledWith(page);
  });

  it('narrows the instant of a link', () => {
    const onQuery = jest.fn();
    const since: FilterDef = { kind: 'instant', field: 'created_from', label: 'Created', bound: 'from' };
    const at = '2026-11-20T14:00:00.000Z';
    show(
      <TaskList
        start={`created_from=${at}&created=2026-11-19..2026-11-21`}
        filters={[since, created]}
        onQuery={onQuery}
      />,
    );
    expect(onQuery).toHaveBeenLastCalledWith({
      ...page,
      created_from: at,
      created_to: '2026-11-22T00:00:00.000Z',
    });
  });
});
