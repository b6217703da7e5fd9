import { seriesLabel, taskSeries } from '../src/display/task-series';
import { stateLabel } from '../src/display/states';

test('names every status of ended tasks in the label of their series', () => {
  const ended = taskSeries.find(({ key }) => key === 'failed')!;
  const label = seriesLabel('failed').toLowerCase();
  for (const status of ended.statuses) expect(label).toContain(stateLabel('task', status).toLowerCase());
});
