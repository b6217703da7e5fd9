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
  ['{', /^Not valid JSON/],
  ['[]', /must be a JSON object/],
  ['{"login_js": "x"}', /Unknown field login_js/],
  ['{"areas": "North"}', /areas must be a list, not a string/],
  ['{"areas": [1]}', /must contain strings only/],
  ['{"area_first_run": null}', /area_first_run must be a boolean, not null/],
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
