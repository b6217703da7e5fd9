/**
 * SQL of a text as people expect it to be sorted: `Ä` beside `A`, whichever case, by the Unicode collation. Indexes of such
 * orders name the same collation. `text` must not come from a request.
 */
export const textOrder = (text: string): string => `(${text}) COLLATE "und-x-icu"`;
