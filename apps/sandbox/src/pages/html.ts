/** Escaped markup. Create it with `html` only. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export type Part = Html | readonly Html[] | string | number | null | false;

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

function render(part: Part): string {
  if (part === null || part === false) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'object') return part.map((item) => item.markup).join('');
  return escape(String(part));
}

/** A template tag that escapes all values except nested templates and lists of them. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((all, piece, index) => all + render(parts[index - 1] ?? null) + piece));
}

/** Formats an amount in its currency. */
export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount);

/** Formats a date and time in UTC. */
export const dayAndTime = (epochMs: number): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' }).format(epochMs)} UTC`;

/** `1 seat`, `2 seats`. */
export const seatCount = (count: number): string => `${count} ${count === 1 ? 'seat' : 'seats'}`;
