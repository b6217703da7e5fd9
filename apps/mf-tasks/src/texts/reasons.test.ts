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

describe.each([['event of a task', codes('TaskEventDto', 'what'), en.tasks.timeline, de.tasks.timeline]])(
  '%s',
  (_kind, all, english, german) => {
    test.each(all)('%s has a text in English and German', (code) => {
      expect(english).toHaveProperty(code);
      expect(german).toHaveProperty(code);
    });
  },
);

describe.each([
  ['English', en.bulk.skipped],
  ['German', de.bulk.skipped],
])('why tasks are skipped, in %s', (_language, { because, cannot, already }) => {
  // INVALID_STATE and `already` have a text per command.
  const byCommand: Record<string, object> = { INVALID_STATE: cannot, already, ALREADY: already };
  test.each([...new Set([...codes('BulkReason', 'code'), ...codes('SkippedTask', 'code')])])(
    '%s has a text for one task and for several',
    (code) => {
      const names = Object.keys(byCommand[code] ?? because);
      const name = code in byCommand ? 'start' : code;
      expect(names).toEqual(expect.arrayContaining([`${name}_one`, `${name}_other`]));
    },
  );
});
