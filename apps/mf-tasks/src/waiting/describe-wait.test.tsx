import { renderHook } from '@testing-library/react';
import { useTexts } from '../texts';
import { describePace, describeWait } from './describe-wait';

const texts = () => renderHook(() => useTexts()).result.current;

test.each([
  [3, 8, 'in a few seconds'],
  [21, 48, 'in 20–50 s'],
  [250, 400, 'in 4–7 min'],
  [3700, 8000, 'in 1 h to 2 h 15'],
  [95, null, 'in 1 min or more'],
  [240, null, 'in 4 min or more'],
])('describes a wait of %s to %s seconds as "%s"', (earliest_s, latest_s, text) => {
  expect(describeWait(texts(), { earliest_s, likely_s: earliest_s, latest_s })).toBe(text);
});

test('describes a pace with a decimal while it is slow', () => {
  expect(describePace(texts(), 4.5)).toBe('4.5 per min');
  expect(describePace(texts(), 82.4)).toBe('82 per min');
  expect(describePace(texts(), null)).toBe('–');
});
