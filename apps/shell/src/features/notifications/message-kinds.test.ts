import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listTextPlaceholders } from '@tessera/ui/testing';
import german from '../../texts/de/messages';
import { messages as english } from '../../texts/en/messages';

type Schema = { properties: { kind: { enum: (string | null)[] } } };
const { components } = JSON.parse(
  readFileSync(join(__dirname, '../../../../../libs/api/openapi.json'), 'utf8'),
) as { components: { schemas: Record<'NotificationDto', Schema> } };
const names = (texts: object) => Object.keys(texts).map((name) => name.replace(/_(one|other)$/, ''));
/** Their body is the reason of a task. */
const taskKinds = ['seats_held', 'queue_turn', 'tickets_bought', 'task_failed', 'task_expired'];

describe.each([
  ['English', english],
  ['German', german],
])('%s', (_language, { title, body }) => {
  test.each(components.schemas.NotificationDto.properties.kind.enum.filter((kind) => kind !== null))(
    'has a title and a body for %s',
    (kind) => {
      expect(names(title)).toContain(kind);
      if (!taskKinds.includes(kind)) expect(names(body)).toContain(kind);
    },
  );
});

test('has the same keys and placeholders in German as in English', () => {
  expect(listTextPlaceholders(german)).toEqual(listTextPlaceholders(english));
});
