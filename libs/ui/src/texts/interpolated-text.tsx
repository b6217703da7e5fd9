import { Fragment, type ReactNode } from 'react';

/** Delimiters of a placeholder's name: private-use characters, which no text contains. */
const [OPEN, CLOSE] = ['\uE000', '\uE001'];

export interface InterpolatedTextProps<P extends string> {
  /** Reads the text with marks for its placeholders: `(placeholders) => t('sessions.times', placeholders)`. */
  text: (placeholders: Record<P, string>) => string;
  /** The elements by placeholder. */
  elements: Record<P, ReactNode>;
}

/** A text whose `{{placeholders}}` are React elements. */
export function InterpolatedText<P extends string>({ text, elements }: InterpolatedTextProps<P>) {
  const names = Object.keys(elements) as P[];
  const marks = Object.fromEntries(names.map((name) => [name, OPEN + name + CLOSE])) as Record<P, string>;
  // Splitting by a capture group puts the names at the odd indexes.
  const pieces = text(marks).split(new RegExp(`${OPEN}(.*?)${CLOSE}`));
  return pieces.map((piece, i) => <Fragment key={i}>{i % 2 === 1 ? elements[piece as P] : piece}</Fragment>);
}
