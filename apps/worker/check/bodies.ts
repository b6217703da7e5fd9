import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { KitTask } from './kit-task.ts';

interface Schema {
  type?: string;
  format?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean;
  pattern?: string;
  enum?: unknown[];
}
interface Document {
  paths: Record<string, { post?: { requestBody?: { content: Record<string, { schema: Schema }> } } }>;
  components: { schemas: Record<string, Schema> };
}

const file = path.join(import.meta.dirname, '../../../libs/api/openapi.json');
const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as Document;
const CALL = '/api/worker/v1/leases/{leaseId}/';
/** What one call lists at the most, which the document doesn't say. */
const MAX_SEATS = 50;

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);
// As the console does, it rejects fields that the document doesn't have, and texts without a letter.
for (const schema of Object.values(components.schemas)) {
  if (!schema.properties) continue;
  schema.additionalProperties = false;
  for (const field of Object.values(schema.properties))
    if (field.type === 'string' && !field.enum && !field.format) field.pattern ??= '\\S';
}
const validators = new Map<string, ValidateFunction>();

/** The fields of a body that are wrong, missing or unknown by the document. */
function faults(address: string, body: unknown): string[] {
  const media = paths[address]?.post?.requestBody?.content['application/json'];
  const schema = { ...(media?.schema ?? { type: 'object', additionalProperties: false }), components };
  const validate = validators.get(address) ?? ajv.compile(schema);
  validators.set(address, validate);
  if (validate(body ?? {})) return [];
  return (validate.errors ?? []).map(({ instancePath, params }) => {
    const { additionalProperty, missingProperty } = params as Record<string, string | undefined>;
    return [...instancePath.split('/').slice(1), additionalProperty ?? missingProperty ?? []]
      .flat()
      .join('.');
  });
}

/** What is wrong with the body of a `lease` call; empty: nothing. */
export const leaseFaults = (body: unknown): string[] => faults('/api/worker/v1/lease', body);

/** What is wrong with the body of a call under a lease, as the console would reject it with 400. */
export function callFaults(what: string, body: unknown, task: KitTask): string[] {
  if (!paths[CALL + what]) return [what];
  const found = faults(CALL + what, body);
  const { seats, tickets, expires_at, basket } = (body ?? {}) as {
    seats?: unknown[];
    tickets?: unknown[];
    expires_at?: string;
    basket?: string | null;
  };
  if (what === 'hold' && seats?.length === 0) found.push('seats');
  if (what === 'purchase' && tickets?.length === 0) found.push('tickets');
  for (const [name, list] of Object.entries({ seats, tickets }))
    if (Array.isArray(list) && list.length > MAX_SEATS) found.push(name);
  if (expires_at && Date.parse(expires_at) <= Date.now()) found.push('expires_at');
  if (what === 'hold' && basket && URL.parse(basket)?.host !== URL.parse(task.lease.site.url)?.host)
    found.push('basket');
  return found;
}
