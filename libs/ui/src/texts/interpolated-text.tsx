import { Fragment, type ReactNode } from 'react';

/** Letters of Unicode's private use, which no text has: around a place's name. */
const [OPEN, CLOSE] = ['\uE000', '\uE001'];

export interface InterpolatedTextProps<P extends string> {
  /** Reads the text with what is handed in for its places: `(places) => t('sessions.times', places)`. */
  text: (places: Record<P, string>) => string;
  /** What stands in the places. */
  elements: Record<P, ReactNode>;
}

/** A text with elements in its `{{places}}`: each language orders its words, the elements stay whole. */
export function InterpolatedText<P extends string>({ text, elements }: InterpolatedTextProps<P>) {
  const names = Object.keys(elements) as P[];
  const marks = Object.fromEntries(names.map((name) => [name, OPEN + name + CLOSE])) as Record<P, string>;
  // Splitting by a group leaves the names at the odd places.
  const pieces = text(marks).split(new RegExp(`${OPEN}(.*?)${CLOSE}`));
  return pieces.map((piece, i) => <Fragment key={i}>{i % 2 === 1 ? elements[piece as P] : piece}</Fragment>);
}
