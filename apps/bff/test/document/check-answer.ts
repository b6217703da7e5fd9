import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { responseOf } from '../../src/platform/http/openapi/operations';
import { committedDocument } from './committed';
import { findOperation } from './find-operation';
import { strict } from './strict';

/** A response; `body` is its JSON, or its text when it isn't JSON. */
export type Received = { status: number; type: string | null; body: unknown };

const validators = new Map<string, Ajv>();
const compiled = new Map<string, ValidateFunction | null>();

const ERROR = ['components', 'schemas', 'ErrorBody'];
/** Statuses whose responses never have a body; those of others have none where the document has no content. */
const EMPTY = [204, 304];
/** Routes that serve the document and aren't part of it. */
const aside = /^\/api\/(openapi\.json|docs)(\/|$|\?)/;

/**
 * What is wrong with a response by the committed OpenAPI document: a status, a media type or a field that it doesn't
 * have, a value that its schema rejects. Null when all is as documented. What isn't under `/api` is none of its.
 */
export function answerFault(method: string, url: string, { status, type, body }: Received): string | null {
  if (!url.startsWith('/api/') || aside.test(url)) return null;
  const operation = findOperation(method, url);
  if (!operation) return strayFault(status, body);
  const response = responseOf(committedDocument(), operation.operation, status);
  if (!response) return `${status} is no answer that the document has for it`;
  if (EMPTY.includes(status) || !response.content) return body === null ? null : 'its body is not empty';
  const media = (type ?? '').split(';')[0]?.trim() ?? '';
  if (!response.content[media])
    return `${media || 'no media type'} is none that the document has for ${status}`;
  if (status >= 400) return fault(ERROR, body);
  const place = ['paths', operation.path, operation.method, 'responses', String(status), 'content', media];
  // A list that is asked for some fields answers rows without the others.
  const partial = Array.isArray(body) && new URLSearchParams(url.split('?')[1]).has('fields');
  return fault([...place, 'schema'], body, partial);
}

/** The fault of a response to a request without an operation, which must be an error; null when there is none. */
const strayFault = (status: number, body: unknown): string | null =>
  status >= 400 && status < 500
    ? fault(ERROR, body)
    : `${status} which the document does not have: regenerate it with "npm run contract"`;

/** What a schema of the document, named by its place there, has against a value; `partial`: no field is required. */
export function fault(place: readonly string[], value: unknown, partial = false): string | null {
  const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')));
  const validate = validatorAt(`#/${pointer.join('/')}`, partial ? 'partial' : 'document');
  if (!validate) return `the document has no schema at ${place.join(' ')}`;
  if (validate(value)) return null;
  const problems = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || 'body'} ${message} ${JSON.stringify(params)}`,
  );
  return problems.slice(0, 5).join('; ');
}

function validatorAt(pointer: string, name: 'document' | 'partial'): ValidateFunction | null {
  const known = compiled.get(name + pointer);
  if (known !== undefined) return known;
  const validate = ajvOf(name).getSchema(name + pointer) ?? null;
  compiled.set(name + pointer, validate);
  return validate;
}

function ajvOf(name: 'document' | 'partial'): Ajv {
  const known = validators.get(name);
  if (known) return known;
  const ajv = new Ajv({ strict: false, allErrors: true, validateSchema: false });
  addFormats(ajv);
  const schema = strict(committedDocument()) as object;
  ajv.addSchema(name === 'partial' ? withoutRequired(schema) : schema, name);
  validators.set(name, ajv);
  return ajv;
}

const withoutRequired = (schema: object): object =>
  JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'required' && Array.isArray(value) ? undefined : value,
    ),
  ) as object;
