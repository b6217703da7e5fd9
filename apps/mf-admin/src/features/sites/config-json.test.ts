import { renderHook } from '@testing-library/react';
import { useTexts } from '../../texts';
import { fromJson, lineDiff, toJson } from './config-json';
import { toValues } from './config-values';

const values = toValues({ price_levels: { L1: 'Lower tier' }, areas: ['North 104'], login_type: 'form' });
const { current: t } = renderHook(() => useTexts()).result;

test('a config goes through JSON and back unchanged', () => {
  expect(fromJson(t, toJson(values), values)).toEqual(values);
});

test.each([
  ['{', /no JSON/],
  ['[]', /map of fields/],
  ['{"login_js": "x"}', /login_js is no field/],
  ['{"areas": "North"}', /areas is a string, and should be a list/],
  ['{"areas": [1]}', /hold texts/],
  ['{"area_first_run": null}', /area_first_run is null, and should be a boolean/],
])('%s is refused with its field', (text, reason) => {
  expect(fromJson(t, text, values)).toMatch(reason);
});

test('a field that is left out keeps its value', () => {
  expect(fromJson(t, '{"areas": []}', values)).toEqual({ ...values, areas: [] });
});

test('a difference names what goes and what comes, in order', () => {
  expect(lineDiff('a\nb\nc', 'a\nx\nc')).toEqual([
    { kind: 'same', text: 'a' },
    { kind: 'out', text: 'b' },
    { kind: 'in', text: 'x' },
    { kind: 'same', text: 'c' },
  ]);
});
