import '@tessera/domain/mails';
import { messageText } from '@tessera/domain/messages';

/** What a mail says, in its reader's language. The subject is one of the catalogue's, without anybody's text. */
export interface MailContent {
  address: string;
  language: string;
  subject: string;
  paragraphs: readonly string[];
  link: { label: string; url: string };
  /** Why the reader gets it. */
  why: string;
  /**
   * Where the reader ends such mails: on a page, and by a request of their mail program if that is offered; null: they can't be
   * ended.
   */
  unsubscribe: { page: string; oneClick: string | null } | null;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);
/** Mail programs join and reverse lines by such characters, and show what nobody wrote. */
const plain = (text: string): string => text.replace(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ');

/** The mail as plain text and as HTML that says the same. */
export function renderMail({ language, paragraphs, link, why, unsubscribe }: MailContent): {
  text: string;
  html: string;
} {
  const parts = paragraphs.map(plain);
  const end = unsubscribe === null ? why : `${why} ${unsubscribe.page}`;
  const toHtml = (text: string) => `<p>${escaped(text).replaceAll('\n', '<br>')}</p>`;
  const anchor = (url: string, label: string) => `<a href="${escaped(url)}">${escaped(label)}</a>`;
  return {
    text: [...parts, `${link.label}:\n${link.url}`, `-- \n${end}`].join('\n\n').concat('\n'),
    html: [
      `<!doctype html><html lang="${escaped(language)}"><head><meta charset="utf-8"></head><body>`,
      ...parts.map(toHtml),
      `<p>${anchor(link.url, link.label)}</p><hr>`,
      `<p><small>${escaped(why)}${unsubscribe === null ? '' : ` ${anchor(unsubscribe.page, unsubscribe.page)}`}</small></p>`,
      '</body></html>',
    ].join('\n'),
  };
}

/** A sentence of mails in a language. */
export const mailText = (
  language: string,
  code: Parameters<typeof messageText<'mail'>>[2],
  values?: Readonly<Record<string, unknown>>,
): string => messageText(language, 'mail', code, values);

/** The subject of a kind of mail in a language. */
export const mailSubject = (
  language: string,
  code: Parameters<typeof messageText<'mailSubject'>>[2],
): string => messageText(language, 'mailSubject', code);
