import fc, { type Arbitrary } from 'fast-check';
import { PASSWORD } from '../factories';
import { type Document, resolve, type Schema as Shape } from '../operations';
import type { PublishingKind } from './publishing';
import { drawing, type Kind, kinds, ready } from './rows';

export type Schema = Shape & {
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  nullable?: boolean;
};

/** Codes of two-factor authentication: the app's current code, and recovery codes. */
export type CodeKind = 'totp' | 'recoveryCode';

/** The id of something in the world, or a code, known when the request is sent. */
export class Ref {
  constructor(
    readonly kind: Kind | CodeKind | PublishingKind,
    readonly pick: number,
  ) {}
}

/** Fields that hold ids of a kind, which their names don't show. */
const named: Record<string, Kind> = {
  sites: 'site',
  with: 'job',
  ids: 'task',
  ticket_ids: 'hold',
  assigned_to_task_ids: 'task',
  eventGuid: 'guid',
  event_guid: 'guid',
  leaseId: 'lease',
  lease_id: 'lease',
};

/** What a field names by its name: `login_id`, `loginId` and `login_ids` a login. */
export function kindOf(name: string): Kind | undefined {
  if (named[name]) return named[name];
  const stem = /^(\w+?)(?:_ids?|Id)$/.exec(name)?.[1];
  return kinds.find((kind) => kind === stem);
}

const ref = (kind: Kind): Arbitrary<Ref> => fc.nat(11).map((pick) => new Ref(kind, pick));
const numbered = (text: (n: number) => string) => fc.nat(99_999).map(text);
const soon = fc.integer({ min: 1, max: 1400 }).map((minutes) => new Date(Date.now() + minutes * 60_000).toISOString()); // prettier-ignore

/** Values of fields, by name, that their schema doesn't describe fully. */
const texts: Record<string, Arbitrary<unknown>> = {
  password: numbered((n) => `lantern-over-quiet-water-${n}`),
  new_password: numbered((n) => `lantern-over-quiet-water-${n}`),
  current_password: fc.constant(PASSWORD),
  card: fc.constantFrom('Visa ending 4242', 'tok_8f2a'),
  time_zone: fc.constantFrom('Europe/London', 'America/New_York'),
  public_key: fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => Buffer.from(bytes).toString('base64')),
  endpoint: numbered((n) => `https://push.invalid/${n}`),
  fields: fc.constant('id'),
  sort: fc.constantFrom('created_at', '-created_at', 'id', 'name'),
  email: numbered((n) => `made-${n}@quayside.example`),
  basket: numbered((n) => `https://tickets.example/${n}`),
  currency: fc.constantFrom('GBP', 'EUR'),
  guid: numbered((n) => `guid-${n}`),
  proxy: numbered((n) => `label-${n}`),
  proxy_template: numbered((n) => `label-${n}`),
  q: fc.constantFrom('buyer', 'Harbour', '%', '_', "O'Neill"),
  worker: fc.constant('fuzz'),
  wait_s: fc.constant(0),
  capacity: fc.integer({ min: 1, max: 3 }),
  // A job of 10,000 tasks would make every later request for its login slow; large-launch.spec.ts launches one.
  worker_count: fc.integer({ min: 1, max: 20 }),
  from: fc.constant('2026-01-01T00:00:00Z'),
  to: fc.constantFrom('2099-01-01T00:00:00Z', 'self', 'realm'),
  title: fc.constantFrom('Seats held', 'Sitze gehalten ✓'),
  name: numbered((n) => `Name ${n}`),
  svg: numbered((n) => drawing(`Area ${n}`)),
  url: numbered((n) => `https://tickets.example/${n}`),
  ticket_url: numbered((n) => `https://tickets.example/${n}`),
};

/** Left out unless a request is to be broken: they name what only a response before can have given. */
const notSent = ['cursor', 'plan_hash', 'invitation_token', 'scheduled_at', 'realm_id'];

/** Which optional fields a valid body always has, which it and the query never have, and values of fields of both. */
export type Choice = {
  sends?: readonly string[];
  omits?: readonly string[];
  values?: Readonly<Record<string, Arbitrary<unknown>>>;
};

/** Values that a schema of the document takes; ids are those of the world. */
export function valid(document: Document, given: Schema, name = '', choice: Choice = {}): Arbitrary<unknown> {
  const schema = resolve(document, given) as Schema;
  if (given.nullable || schema.nullable)
    return fc.oneof({ weight: 4, arbitrary: filled(document, schema, name, choice) }, fc.constant(null));
  return filled(document, schema, name, choice);
}

function filled(document: Document, schema: Schema, name: string, choice: Choice): Arbitrary<unknown> {
  const values = (schema.enum ?? []).filter((value) => value !== null);
  if (values.length > 0) return fc.constantFrom(...values);
  if (schema.properties) return record(document, schema, choice);
  if (schema.type === 'array') return list(document, schema, name, choice);
  const kind = kindOf(name);
  if (kind && (schema.type === 'integer' || schema.type === 'string')) return ref(kind);
  const own = texts[name];
  if (own) return own;
  if (schema.type === 'integer') return integer(schema);
  if (schema.type === 'number') return fc.nat(100_000).map((cents) => cents / 100);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'string') return text(schema);
  return fc.dictionary(fc.constantFrom('North Stand', 'a', 'ünïcode'), fc.oneof(fc.nat(9), fc.string()));
}

/** A body of more than one shape is one of them. */
export const shapes = (schema: Schema): Schema[] => schema.oneOf ?? [schema];

function record(
  document: Document,
  { properties = {}, required = [] }: Schema,
  { sends = [], omits = [], values = {} }: Choice,
): Arbitrary<unknown> {
  const never = [...required, ...notSent, ...sends, ...omits];
  const optional = Object.keys(properties).filter((key) => !never.includes(key));
  return fc.subarray(optional, { maxLength: Math.min(4, optional.length) }).chain((chosen) => {
    const fields = [...required, ...sends, ...chosen].map((key) => [
      key,
      values[key] ?? valid(document, (properties[key] ?? {}) as Schema, key),
    ]);
    return fc.record(Object.fromEntries(fields) as Record<string, Arbitrary<unknown>>);
  });
}

function list(
  document: Document,
  { items = {}, minItems = 0 }: Schema,
  name: string,
  choice: Choice,
): Arbitrary<unknown> {
  const kind = kindOf(name);
  const one = kind ? ref(kind) : valid(document, items, '', choice);
  return fc.uniqueArray(one, {
    minLength: Math.max(minItems, 1),
    maxLength: 3,
    selector: (value) => (kind && value instanceof Ref ? value.pick % ready(kind) : JSON.stringify(value)),
  });
}

/** Mostly what people would send, now and then the largest that is taken. */
const orLargest = <T>(usual: Arbitrary<T>, largest: T): Arbitrary<T> =>
  fc.oneof({ weight: 12, arbitrary: usual }, fc.constant(largest));

const integer = ({ minimum = 0, maximum = 1000 }: Schema): Arbitrary<number> =>
  orLargest(fc.integer({ min: minimum, max: Math.min(maximum, Math.max(minimum + 1, 50)) }), maximum);

function text({ format, pattern, minLength = 1, maxLength = 40 }: Schema): Arbitrary<string> {
  if (format === 'date-time') return soon;
  if (format === 'email') return numbered((n) => `made-${n}@quayside.example`);
  if (format === 'uri') return numbered((n) => `https://tickets.example/${n}`);
  if (pattern) return fc.stringMatching(new RegExp(pattern), { maxLength: Math.min(maxLength, 100) });
  const max = Math.min(maxLength, 40);
  const usual = fc
    .oneof(fc.string({ minLength, maxLength: max }), fc.constantFrom('Größe', '席', 'East Stand'))
    .map((value) => (value.trim() === '' ? 'x' : value).slice(0, max));
  return orLargest(usual, 'x'.repeat(maxLength));
}
