import { renderHook } from '@testing-library/react';
import { useTexts } from '../../texts';
import { formatConfig, lineDiff, parseConfig } from './config-json';
import { toValues } from './config-values';

const values = toValues({ price_levels: { L1: 'Lower tier' }, areas: ['North 104'], login_type: 'form' });
const { current: t } = renderHook(() => useTexts()).result;

test('round-trips a configuration through JSON', () => {
  expect(parseConfig(t, formatConfig(values), values)).toEqual(values);
});

test.each([
  ['{', /^Not valid JSON/],
  ['[]', /must be a JSON object/],
  ['{"login_js": "x"}', /Unknown field login_js/],
  ['{"areas": "North"}', /areas must be a list, not a string/],
  ['{"areas": [1]}', /must contain strings only/],
  ['{"area_first_run": null}', /area_first_run must be a boolean, not null/],
])('rejects %s and names the field', (text, reason) => {
  expect(parseConfig(t, text, values)).toMatch(reason);
});

test('keeps the value of a missing field', () => {
  expect(parseConfig(t, '{"areas": []}', values)).toEqual({ ...values, areas: [] });
});

test('lists removed and added lines in order', () => {
  expect(lineDiff('a\nb\nc', 'a\nx\nc')).toEqual([
    { kind: 'same', text: 'a' },
    { kind: 'removed', text: 'b' },
    { kind: 'added', text: 'x' },
    { kind: 'same', text: 'c' },
  ]);
});
