import { english } from './texts/en';
import type { english as mails } from './texts/en-mails';
import type { english as notifications } from './texts/en-notifications';

/** What pages and the server word alike. */
export type PageTexts = typeof english & typeof notifications;
export type MailTexts = typeof mails;
/** Every text; those of notifications and mails are added where they are needed. */
export type Catalogue = PageTexts & MailTexts;
type Texts = Readonly<Record<string, string>>;
type Values = Readonly<Record<string, unknown>>;
type NameIn<T> = keyof T extends infer K ? (K extends `${infer Name}_${'one' | 'other'}` ? Name : K) : never;
export type Code<Section extends keyof Catalogue> = NameIn<Catalogue[Section]> & string;

const createLanguage = (locale: string, catalogue: Partial<Catalogue>) => ({
  catalogue,
  locale,
  plural: new Intl.PluralRules(locale),
  number: new Intl.NumberFormat(locale),
});

const inEnglish = createLanguage('en-GB', { ...english });
const languages = new Map([['en', inEnglish]]);
export const languageOf = (code: string) => languages.get(code) ?? inEnglish;

/** Adds texts to a language that was added before. */
export const addTexts = (texts: Partial<Catalogue>, language = 'en'): void =>
  void Object.assign(languageOf(language).catalogue, texts);

/** Adds a language; its readers get English until then. */
export const addLanguage = (code: string, locale: string, catalogue: PageTexts): void =>
  void languages.set(code, createLanguage(locale, { ...catalogue }));

/** The codes of a part of the catalogue, without plural forms. */
export const codesOf = <Section extends keyof Catalogue>(section: Section) => [
  ...new Set(
    Object.keys(inEnglish.catalogue[section] ?? {}).map(
      (name) => name.replace(/_(one|other)$/, '') as Code<Section>,
    ),
  ),
];

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
/** What to change after a rehearsal. */
export const adviceCodes = codesOf('advice');
export type AdviceCode = Code<'advice'>;

/** Whether the catalogue has a text for a code; a newer server may have more codes. */
export function isCode<Section extends keyof Catalogue>(
  section: Section,
  code: unknown,
): code is Code<Section> {
  const texts = inEnglish.catalogue[section] ?? {};
  return typeof code === 'string' && (Object.hasOwn(texts, code) || Object.hasOwn(texts, `${code}_other`));
}

/** A text of the catalogue with its values; English for an unknown language. `count` selects the plural form. */
export function messageText<Section extends keyof Catalogue>(
  language: string,
  section: Section,
  code: Code<Section>,
  values: Values = {},
): string {
  const { catalogue, plural, number } = languageOf(language);
  const texts: Texts = catalogue[section] ?? {};
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
