import { english } from './texts/en';

type Catalogue = typeof english;
type Texts = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, unknown>>;
type NameIn<T> = keyof T extends infer K ? (K extends `${infer Name}_${'one' | 'other'}` ? Name : K) : never;
type Code<Section extends keyof Catalogue> = NameIn<Catalogue[Section]> & string;

const createLanguage = (catalogue: Catalogue, locale: string) => ({
  catalogue,
  locale,
  plural: new Intl.PluralRules(locale),
  number: new Intl.NumberFormat(locale),
});

const inEnglish = createLanguage(english, 'en-GB');
const languages = new Map([['en', inEnglish]]);
const languageOf = (code: string) => languages.get(code) ?? inEnglish;

/** Adds a language; its readers get English until then. */
export function addLanguage(code: string, catalogue: Catalogue, locale: string): void {
  languages.set(code, createLanguage(catalogue, locale));
}

/** The codes of a part of the catalogue, without plural forms. */
const codesOf = <Section extends keyof Catalogue>(section: Section) => [
  ...new Set(Object.keys(english[section]).map((name) => name.replace(/_(one|other)$/, '') as Code<Section>)),
];

/** What a notification is about. */
export const messageKinds = codesOf('title');
export type MessageKind = Code<'title'>;
/** Why a task has its state, and its events. */
export const taskReasonCodes = codesOf('reasons');
export type TaskReasonCode = Code<'reasons'>;
/** What blocks a task, from the widest gate to the narrowest. */
export const blockerCodes = codesOf('blockers');
export type BlockerCode = Code<'blockers'>;
/** Why a task isn't running. */
export const causeCodes = codesOf('causes');
export type CauseCode = Code<'causes'>;
/** Why a task of a planned launch has a warning or is blocked. */
export const planReasonCodes = codesOf('planReasons');
export type PlanReasonCode = Code<'planReasons'>;
/** Why a message could not be pushed to a device. */
export const pushFailureCodes = codesOf('pushFailures');
export type PushFailure = Code<'pushFailures'>;
/** What to change after a rehearsal. */
export const adviceCodes = codesOf('advice');
export type AdviceCode = Code<'advice'>;

/** Whether the catalogue has a text for a code; a newer server may have more codes. */
export const isCode = <Section extends keyof Catalogue>(
  section: Section,
  code: unknown,
): code is Code<Section> =>
  typeof code === 'string' &&
  (Object.hasOwn(english[section], code) || Object.hasOwn(english[section], `${code}_other`));

/** A text of the catalogue with its values; English for an unknown language. `count` selects the plural form. */
export function messageText<Section extends keyof Catalogue>(
  language: string,
  section: Section,
  code: Code<Section>,
  values: Values = {},
): string {
  const { catalogue, plural, number } = languageOf(language);
  const texts: Texts = catalogue[section];
  const name: string = code;
  const text = texts[name] ?? texts[`${name}_${plural.select(Number(values['count']))}`] ?? '';
  return text.replaceAll(/{{(\w+)(, number)?}}/g, (_, value: string, isNumber?: string) => {
    const given = values[value];
    if (isNumber) return number.format(Number(given));
    if (given instanceof Date) return given.toISOString();
    return typeof given === 'string' || typeof given === 'number' ? String(given) : '';
  });
}

/** Why a task has its state: a code and its parameters. */
export interface TaskReason {
  code: string;
  params: Values;
}

/** Formats why an attempt failed: the worker's own message, or a text for the failure's code. */
export function formatTaskFailure(language: string, { params: { words, failure } }: TaskReason): string {
  if (typeof words === 'string') return words;
  return isCode('reasons', failure) ? messageText(language, 'reasons', failure) : '';
}

/** Formats a task's reason; an unknown reason (of a newer server) is the server's message. */
export function formatTaskReason(
  language: string,
  reason: TaskReason | null | undefined,
  message: string | null,
): string {
  if (!reason || !isCode('reasons', reason.code)) return message ?? '';
  const { obstacle } = reason.params;
  return messageText(language, 'reasons', reason.code, {
    ...reason.params,
    failure: formatTaskFailure(language, reason),
    ...(isCode('blockers', obstacle) ? { obstacle: messageText(language, 'blockers', obstacle) } : {}),
  });
}

/** A notification. */
export interface Message {
  /** A newer server may have more kinds than the catalogue. */
  kind: string | null;
  subject: string | null;
  count: number;
  /** 0: it isn't about seats, or only the count is known. */
  seats: number;
  params: Values | null;
  /** What a person wrote; the text of a notification whose kind or parameters the catalogue doesn't know. */
  title: string;
  body: string;
}

/** Who reads a message. */
export interface Reader {
  language: string;
  /** IANA name; null: the zone of the device. */
  timeZone?: string | null;
}

/** Title and body in the reader's language. What people wrote isn't translated. */
export function formatMessage(reader: Reader, message: Message): { title: string; body: string } {
  const { kind, title, body } = message;
  if (!isCode('title', kind)) return { title, body };
  try {
    return {
      title: formatTitle(reader, kind, message),
      body: formatBody(reader, kind, message),
    };
  } catch {
    // Parameters that can't be read, or a time zone that Intl doesn't know.
    return { title, body };
  }
}

function formatTitle({ language }: Reader, kind: MessageKind, message: Message): string {
  const { count, seats, subject, params } = message;
  const counted = (name: 'seats' | 'payments', number: unknown) =>
    messageText(language, 'counted', name, { count: number });
  if (seats > 0 && isCode('withSeats', kind))
    return messageText(language, 'withSeats', kind, {
      count,
      seats: counted('seats', seats),
    });
  const amount = params?.['count'];
  return messageText(language, 'title', kind, {
    subject,
    ...params,
    count,
    seats: counted('seats', amount),
    payments: counted('payments', amount),
  });
}

/** The body: the job or event of grouped messages, else the details of the single one. */
function formatBody(reader: Reader, kind: MessageKind, message: Message): string {
  const { language } = reader;
  const { params, subject, count, body } = message;
  // Older messages have no parameters.
  if (!params) return count > 1 && kind !== 'job_finished' ? (subject ?? body) : body;
  if (Object.keys(params).length === 0 && subject !== null)
    return kind === 'user_waiting'
      ? messageText(language, 'body', 'user_waiting_latest', { subject })
      : subject;
  const { task, message: words, reason, until } = params;
  if (typeof task === 'string')
    return [
      task,
      formatTaskReason(
        language,
        (reason as TaskReason | undefined) ?? null,
        typeof words === 'string' ? words : null,
      ),
    ]
      .filter(Boolean)
      .join(': ');
  if (!isCode('body', kind)) return body;
  return messageText(language, 'body', kind, {
    count,
    subject,
    ...params,
    ...(typeof until === 'string' ? formatUntil(reader, until) : {}),
  });
}

/** Day and time of an instant for the reader; a time in UTC is named as such. */
function formatUntil({ language, timeZone }: Reader, instant: string): { day: string; time: string } {
  const { locale } = languageOf(language);
  const date = new Date(instant);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, ...(timeZone ? { timeZone } : {}) }).format(date);
  return {
    day: format({ weekday: 'short', day: 'numeric', month: 'short' }),
    time: format({
      hour: '2-digit',
      minute: '2-digit',
      ...(timeZone === 'UTC' ? { timeZoneName: 'short' } : {}),
    }),
  };
}
