import { fit, type PushMessage } from './push-sender';

const message: PushMessage = {
  id: 7,
  topic: 'task_failed',
  kind: 'task_failed',
  subject: 'Derby',
  seats: 0,
  count: 1,
  title: 'A task failed',
  body: 'Derby, Ada: Sold out',
  params: { task: 'Derby, Ada', message: 'Sold out', reason: null },
  language: 'de',
  time_zone: null,
  path: null,
  at: '2026-11-20T20:00:00.000Z',
};
const fitted = (change: Partial<PushMessage>) => {
  const text = fit({ ...message, ...change });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3800);
  return JSON.parse(text) as PushMessage;
};

describe('a push message that is too long', () => {
  it('keeps its parameters and loses the end of its English body', () => {
    const params = { task: 'Derby, Ada', message: 'é'.repeat(1200), reason: null };
    expect(fitted({ params, body: 'é'.repeat(1200) })).toEqual({
      ...message,
      params,
      body: expect.stringMatching(/^é+…$/) as unknown,
    });
  });

  it('is sent in English when its parameters alone are too long', () => {
    const params = { task: 'Derby, Ada', message: 'é'.repeat(2000), reason: null };
    expect(fitted({ params, body: 'é'.repeat(2000) })).toEqual({
      ...message,
      kind: null,
      params: null,
      body: expect.stringMatching(/^é{1500,}…$/) as unknown,
    });
  });
});
