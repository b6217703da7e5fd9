import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditSentences as german } from '../../texts/de/audit-sentences';
import { auditSentences as english } from '../../texts/en/audit-sentences';
import { actionParameter, actions, attempts } from './audit-words';

type Schema = { properties: { action: { enum: string[] } } };
const document = JSON.parse(
  readFileSync(join(__dirname, '../../../../../libs/api/openapi.json'), 'utf8'),
) as { components: { schemas: { AuditDto: Schema } } };
const written = document.components.schemas.AuditDto.properties.action.enum;

test.each(written)('%s has a sentence in English and German, and is offered as a filter', (action) => {
  const name = action.replaceAll('.', '_');
  expect(english).toHaveProperty(name);
  expect(german).toHaveProperty(name);
  expect([...actions, ...attempts]).toContain(action);
});

test('activity leaves out failed attempts, which have a part of their own', () => {
  expect(actionParameter(undefined, 'activity')).toBe(`!${attempts.join(',')}`);
  expect(actionParameter('!job.stop', 'activity')).toBe(`!${attempts.join(',')},job.stop`);
  expect(actionParameter('job.stop', 'activity')).toBe('job.stop');
  expect(actionParameter(undefined, 'attempts')).toBe(attempts.join(','));
  expect(actionParameter(`!${attempts[0]}`, 'attempts')).toBe(attempts.slice(1).join(','));
});
