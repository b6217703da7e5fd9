import { Fragment, type ReactNode } from 'react';

/** Letters of Unicode's private use, which no text has: around a place's name. */
const [OPEN, CLOSE] = ['\uE000', '\uE001'];

export interface FilledProps<P extends string> {
  /** Reads the text with what is handed in for its places: `(places) => t('sessions.times', places)`. */
  text: (places: Record<P, string>) => string;
  /** What stands in the places. */
  parts: Record<P, ReactNode>;
}

/** A text with elements in its `{{places}}`: each language orders its words, the elements stay whole. */
export function Filled<P extends string>({ text, parts }: FilledProps<P>) {
  const names = Object.keys(parts) as P[];
  const marks = Object.fromEntries(names.map((name) => [name, OPEN + name + CLOSE])) as Record<P, string>;
  // Splitting by a group leaves the names at the odd places.
  const pieces = text(marks).split(new RegExp(`${OPEN}(.*?)${CLOSE}`));
  return pieces.map((piece, i) => <Fragment key={i}>{i % 2 === 1 ? parts[piece as P] : piece}</Fragment>);
}
