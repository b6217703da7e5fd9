import { seriesLabel, taskSeries } from '../src/display/task-series';
import { stateLabel } from '../src/display/states';

test('a series of ended tasks names every status that it counts', () => {
  const ended = taskSeries.find(({ key }) => key === 'failed')!;
  const word = seriesLabel('failed').toLowerCase();
  for (const status of ended.statuses) expect(word).toContain(stateLabel('task', status).toLowerCase());
});
