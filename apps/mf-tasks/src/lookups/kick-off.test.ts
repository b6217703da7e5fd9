import type { TasksTexts } from '../texts';
import { kickOffPresets } from './kick-off';

const t: TasksTexts = (name) => name;
const ko = Date.parse('2027-07-03T14:00:00Z') / 1000;

test('offers the start of sale and an hour before kick-off as presets, as far as known', () => {
  expect(kickOffPresets(t, { ko, on_sale_at: '2027-05-01T09:00:00.000Z' })).toEqual([
    { label: 'words.onSale', at: '2027-05-01T09:00:00.000Z' },
    { label: 'words.hourBeforeKickOff', at: '2027-07-03T13:00:00.000Z' },
  ]);
  expect(kickOffPresets(t, { ko: null, on_sale_at: null })).toEqual([]);
  expect(kickOffPresets(t, undefined)).toEqual([]);
});
