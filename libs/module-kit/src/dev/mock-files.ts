import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Answer, ApiRequest } from './built-in-answers.ts';

type Row = Record<string, unknown>;

/**
 * Answers requests from the JSON files of a folder: `events.json` is `GET /api/events`. A list can be sorted, searched,
 * filtered and read row by row, and takes changes, which last until the file is saved again.
 */
export class MockFiles {
  private readonly read = new Map<string, { content: unknown; modified: number }>();
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Null when no file answers. */
  answer(request: ApiRequest): Answer | null {
    const content = this.load(request.path);
    if (Array.isArray(content)) return answerList(content as Row[], request);
    if (content !== undefined) return request.method === 'GET' ? { body: content } : null;
    const [, list = '', id = ''] = /^(.+)\/([^/]+)$/.exec(request.path) ?? [];
    const rows = this.load(list);
    return Array.isArray(rows) ? answerRow(rows as Row[], id, request) : null;
  }

  private load(pathname: string): unknown {
    if (!/^(?:\/[a-z0-9-]+)+$/.test(pathname)) return undefined;
    const file = `${path.join(this.folder, pathname)}.json`;
    const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (modified === undefined) return undefined;
    const known = this.read.get(file);
    if (known?.modified === modified) return known.content;
    const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
    this.read.set(file, { content, modified });
    return content;
  }
}

const notFound: Answer = {
  status: 404,
  body: { error: 'Not found', message: 'Not found', code: 'NOT_FOUND', request_id: 'mock' },
};

function answerList(rows: Row[], { method, query, body }: ApiRequest): Answer | null {
  if (method === 'POST') {
    const id = Math.max(0, ...rows.map((row) => Number(row.id))) + 1;
    const row = { ...rows[0], ...(body as Row), id };
    rows.push(row);
    return { status: 201, body: row };
  }
  if (method !== 'GET') return null;
  const found = sorted(
    rows.filter((row) => matches(row, query)),
    query.get('sort'),
  );
  const size = Number(query.get('page_size') ?? found.length);
  const from = (Number(query.get('page') ?? 1) - 1) * size;
  return {
    body: found.slice(from, from + size),
    headers: { 'X-Total-Count': String(found.length) },
  };
}

function answerRow(rows: Row[], id: string, { method, path: pathname, body }: ApiRequest): Answer | null {
  const index = rows.findIndex((row) => String(row.id) === id);
  const row = rows[index];
  if (!row && method === 'PUT' && pathname.startsWith('/module-data/'))
    return addOwnRow(rows, id, body as Row);
  if (!row) return notFound;
  if (method === 'GET') return { body: row };
  if (method === 'DELETE') {
    rows.splice(index, 1);
    return { status: 204 };
  }
  if (method !== 'PATCH' && method !== 'PUT') return null;
  rows[index] = { ...row, ...(body as Row), updated_at: new Date().toISOString() };
  return { body: rows[index] };
}

/** Rows of a module's own have ids that it chooses: a PUT adds what isn't there. */
function addOwnRow(rows: Row[], id: string, content: Row): Answer {
  const now = new Date().toISOString();
  const references = { task_id: null, job_id: null, login_id: null, ticket_id: null };
  rows.push({ ...references, ...content, id, version: 1, created_at: now, updated_at: now });
  return { body: rows.at(-1) };
}

/** Whether a row has the values of every query parameter that names one of its fields, and contains the searched text. */
function matches(row: Row, query: URLSearchParams): boolean {
  const isMatch = ([field, wanted]: [string, string]): boolean => {
    if (!Object.hasOwn(row, field)) return true;
    const not = wanted.startsWith('!');
    const values = (not ? wanted.slice(1) : wanted).split(',');
    return values.includes(textOf(row[field])) !== not;
  };
  const search = query.get('q')?.toLowerCase() ?? '';
  const texts = Object.values(row).filter((value) => typeof value === 'string');
  return [...query].every(isMatch) && texts.some((text) => text.toLowerCase().includes(search));
}

function sorted(rows: Row[], sort: string | null): Row[] {
  if (!sort) return rows;
  const [field, sign] = sort.startsWith('-') ? [sort.slice(1), -1] : [sort, 1];
  return rows.toSorted((a, b) => sign * compare(a[field], b[field]));
}

/** Missing values come last, as in the API's lists. */
function compare(a: unknown, b: unknown): number {
  if (a == null || b == null) return Number(a == null) - Number(b == null);
  return typeof a === 'number' && typeof b === 'number' ? a - b : textOf(a).localeCompare(textOf(b));
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''));
