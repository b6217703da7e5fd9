import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditSentences as german } from '../../texts/de/audit-sentences';
import { auditSentences as english } from '../../texts/en/audit-sentences';
import { activityActions, attemptActions, toActionParameter } from './audit-text';

type Schema = { properties: { action: { enum: string[] } } };
const document = JSON.parse(
  readFileSync(join(__dirname, '../../../../../libs/api/openapi.json'), 'utf8'),
) as { components: { schemas: { AuditDto: Schema } } };
const auditedActions = document.components.schemas.AuditDto.properties.action.enum;

test.each(auditedActions)('%s has a sentence in English and German and is a filter option', (action) => {
  const name = action.replaceAll('.', '_');
  expect(english).toHaveProperty(name);
  expect(german).toHaveProperty(name);
  expect([...activityActions, ...attemptActions]).toContain(action);
});

test('keeps failed attempts out of the activity', () => {
  expect(toActionParameter(undefined, 'activity')).toBe(`!${attemptActions.join(',')}`);
  expect(toActionParameter('!job.stop', 'activity')).toBe(`!${attemptActions.join(',')},job.stop`);
  expect(toActionParameter('job.stop', 'activity')).toBe('job.stop');
  expect(toActionParameter(undefined, 'attempts')).toBe(attemptActions.join(','));
  expect(toActionParameter(`!${attemptActions[0]}`, 'attempts')).toBe(attemptActions.slice(1).join(','));
});
