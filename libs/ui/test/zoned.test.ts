import { fromWallTime, toWallTime } from '../src/forms';

describe('wall time', () => {
  it('converts to an instant and back in a zone', () => {
    expect(fromWallTime('2026-11-28T15:00', 'Europe/London')).toEqual(['2026-11-28T15:00:00.000Z']);
    expect(fromWallTime('2026-07-01T15:00', 'Europe/London')).toEqual(['2026-07-01T14:00:00.000Z']);
    expect(toWallTime('2026-07-01T14:00:00.000Z', 'Europe/London')).toBe('2026-07-01T15:00');
    expect(fromWallTime('2026-07-01T15:00', 'Pacific/Auckland')).toEqual(['2026-07-01T03:00:00.000Z']);
  });

  it('has no instant for a skipped hour, and two for one that occurs twice', () => {
    expect(fromWallTime('2026-03-29T01:30', 'Europe/London')).toEqual([]);
    expect(fromWallTime('2026-10-25T01:30', 'Europe/London')).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
    ]);
  });

  it('is empty for an invalid time', () => {
    expect(fromWallTime('soon')).toEqual([]);
    expect(toWallTime('soon')).toBe('');
  });
});
