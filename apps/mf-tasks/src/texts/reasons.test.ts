import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import de from './de';
import { en } from './en';

type Schema = { properties: Record<string, { enum?: string[] }> };
const { components } = JSON.parse(
  readFileSync(join(__dirname, '../../../../libs/api/openapi.json'), 'utf8'),
) as { components: { schemas: Record<string, Schema> } };
const codes = (schema: string, property: string): string[] =>
  components.schemas[schema]?.properties[property]?.enum ?? [];

describe.each([
  ['plan reason', codes('PlanReason', 'code'), en.launch.reasons, de.launch.reasons],
  ['cause', codes('TaskCause', 'code'), en.tasks.causes, de.tasks.causes],
  ['event of a task', codes('TaskEventDto', 'what'), en.tasks.happened, de.tasks.happened],
])('%s', (_kind, all, english, german) => {
  test.each(all)('%s has a text in English and German', (code) => {
    expect(english).toHaveProperty(code);
    expect(german).toHaveProperty(code);
  });
});
