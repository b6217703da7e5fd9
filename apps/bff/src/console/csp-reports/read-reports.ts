import { cutText } from '@tessera/domain';
import { invalid } from '../../platform/errors/api-error';

/** One violation, without anything about a person. */
export type Violation = { directive: string; blocked: string; page: string; source: string };

/** How many reports of one request count. */
const MAX_REPORTS = 20;
const MAX_TEXT = 200;

type Fields = Record<string, unknown>;

/**
 * The violations in a request's body: `{ "csp-report": … }`, as browsers send to `report-uri`, or a list by the Reporting
 * API. What isn't a report is ignored.
 *
 * @throws 400 that names the field with the address of a page of another host than `host`
 */
export function readReports(body: unknown, host: string): Violation[] {
  const reports = Array.isArray(body) ? (body as unknown[]).slice(0, MAX_REPORTS) : [body];
  return reports.flatMap((report, index) => {
    const at = Array.isArray(body) ? `${index}.` : '';
    const violation = isFields(report) ? readReport(report, host, at) : null;
    return violation ? [violation] : [];
  });
}

function readReport(report: Fields, host: string, at: string): Violation | null {
  const old = report['csp-report'];
  if (isFields(old)) {
    rejectOtherHost(old['document-uri'], host, `${at}csp-report.document-uri`);
    return violationOf({
      directive: old['effective-directive'] ?? old['violated-directive'],
      blocked: old['blocked-uri'],
      page: old['document-uri'],
      source: old['source-file'],
      sample: old['script-sample'],
    });
  }
  const { type, body } = report;
  if (type !== 'csp-violation' || !isFields(body)) return null;
  rejectOtherHost(body.documentURL, host, `${at}body.documentURL`);
  return violationOf({
    directive: body.effectiveDirective,
    blocked: body.blockedURL,
    page: body.documentURL,
    source: body.sourceFile,
    sample: body.sample,
  });
}

/** A report about a page that isn't ours comes from no browser that shows ours. */
function rejectOtherHost(page: unknown, host: string, field: string): void {
  const named = URL.parse(textOf(page))?.hostname;
  if (!named || named === host) return;
  throw invalid([{ field, message: `${field} must be a page of this host`, code: 'INVALID' }]);
}

function violationOf({
  directive,
  blocked,
  page,
  source,
  sample,
}: Record<keyof Violation | 'sample', unknown>): Violation | null {
  const [name] = textOf(directive).split(' ');
  const url = URL.parse(textOf(page));
  if (!name || !/^[a-z-]{1,50}$/.test(name) || !url?.hostname) return null;
  return {
    directive: name,
    blocked: shorten(blockedOf(textOf(blocked), textOf(sample), url.origin)) || 'unknown',
    page: shorten(pathWithoutIds(url.pathname)),
    source: shorten(sourceOf(textOf(source), url.origin)),
  };
}

/** For a rejected use of a sink, the sink's name, which precedes the text in the sample. */
function blockedOf(blocked: string, sample: string, origin: string): string {
  if (/^[a-z-]+$/.test(blocked)) {
    const [sink = ''] = sample.split('|');
    return blocked === 'trusted-types-sink' && /^[\w ]{1,60}$/.test(sink) ? `${blocked}: ${sink}` : blocked;
  }
  return placeOf(blocked, origin, () => 'self');
}

const sourceOf = (source: string, origin: string): string =>
  placeOf(source, origin, ({ pathname }) => pathname);

/** What is reported of an address: of our own origin as `own` says, else the origin or, for other schemes, the scheme. */
function placeOf(address: string, origin: string, own: (url: URL) => string): string {
  const url = URL.parse(address);
  if (!url) return '';
  if (url.origin === origin) return own(url);
  return url.origin === 'null' ? url.protocol : url.origin;
}

/** A path whose segments with digits are replaced: ids, and whatever else identifies somebody. */
const pathWithoutIds = (path: string): string =>
  path
    .split('/')
    .map((segment) => (/^[a-zA-Z-]{0,40}$/.test(segment) ? segment : ':id'))
    .join('/');

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const shorten = (text: string): string => cutText(text.replaceAll('\0', '').toWellFormed(), MAX_TEXT);
