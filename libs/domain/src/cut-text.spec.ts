import { cutText, firstCharacter } from './cut-text';

const family = '👨‍👩‍👧‍👦';

it.each([
  ['short', 10, 'short'],
  ['exactly', 7, 'exactly'],
  ['too long', 3, 'too'],
  ['👍👍👍', 2, '👍👍'],
  [`ab${family}c`, 4, 'ab'],
  [`ab${family}c`, 9, `ab${family}`],
  ['e\u0301e\u0301', 3, 'e\u0301'],
  ['𠮷野家', 2, '𠮷野'],
  [family, 3, ''],
])('cuts %j to %d characters', (text, max, cut) => {
  expect(cutText(text, max)).toBe(cut);
});

it.each([
  ['Ida', 'I'],
  [`${family} Quill`, family],
  ['𠮷野家', '𠮷'],
  ['', ''],
])('reads the first character of %j', (text, first) => {
  expect(firstCharacter(text)).toBe(first);
});
