import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import de from './de';
import { en } from './en';

type Schema = { properties: { code: { enum: string[] } } };
const { components } = JSON.parse(
  readFileSync(join(__dirname, '../../../../libs/api/openapi.json'), 'utf8'),
) as { components: { schemas: Record<'PlanReason', Schema> } };

test.each(components.schemas.PlanReason.properties.code.enum)(
  'the plan reason %s has a text in English and German',
  (code) => {
    expect(en.launch.reasons).toHaveProperty(code);
    expect(de.launch.reasons).toHaveProperty(code);
  },
);
