const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/**
 * The beginning of a text, of at most `max` characters as the database counts them, cut between what readers see as characters:
 * an emoji of several code points or a letter with its marks is kept or left out whole.
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  let kept = '';
  let count = 0;
  // A code point has at most two units, so that nothing beyond these is kept.
  for (const { segment } of graphemes.segment(text.slice(0, 2 * max + 2))) {
    count += [...segment].length;
    if (count > max) return kept;
    kept += segment;
  }
  return kept;
}

/** The first character of a text as readers see it; '' of an empty one. */
export const firstCharacter = (text: string): string => {
  for (const { segment } of graphemes.segment(text)) return segment;
  return '';
};
