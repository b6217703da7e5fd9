/** `a, b and 3 more`: at most `max` of the texts. */
export const listSome = (texts: readonly string[], max: number): string =>
  texts.length > max ? `${texts.slice(0, max).join(', ')} and ${texts.length - max} more` : texts.join(', ');
