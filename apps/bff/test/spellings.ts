import fc from 'fast-check';

/** Characters that show nothing. */
const INVISIBLE = [
  '\u200B',
  '\u2060',
  '\u00AD',
  '\uFEFF',
  '\u200D',
  '\u180E',
  '\u{E0061}',
  '\u0007',
  '\uFE0F',
];

const fullWidth = (text: string) =>
  text.replace(/[!-~]/g, (character) => String.fromCodePoint(character.charCodeAt(0) + 0xfee0));

const fromEach = (text: string, spell: (character: string) => readonly string[]) =>
  fc
    .tuple(...[...text].map((character) => fc.constantFrom(...spell(character))))
    .map((characters) => characters.join(''));

/** A customer's id as it may be written: other case, width, composition and spaces, and characters that nobody sees. */
export const customerSpelling = (id: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fromEach(id, (character) => [
        character,
        character.toUpperCase(),
        character.normalize('NFD'),
        fullWidth(character),
        `${character}${INVISIBLE[(character.codePointAt(0) ?? 0) % INVISIBLE.length]}`,
      ]),
      fc.constantFrom('', ' ', '\u00A0', '\u3000', '\u200B', '\t'),
      fc.constantFrom('', ' ', '\u2060', ' \uFEFF'),
    )
    .map(([middle, before, after]) => `${before}${middle}${after}`);

/** An event's address as it may be written: what browsers and sites take for the same page. */
export const addressSpelling = (host: string, path: string): fc.Arbitrary<string> =>
  fc
    .record({
      scheme: fc.constantFrom('https://', 'http://', 'HTTPS://'),
      host: fc
        .tuple(
          fc.constantFrom('', 'www.'),
          fromEach(host, (character) => [character, character.toUpperCase()]),
          fc.constantFrom('', '.'),
        )
        .map((parts) => parts.join('')),
      before: fc.constantFrom('', '/.', '/x/..', '/'),
      path: fromEach(path, (character) =>
        character === '/'
          ? ['/', '//']
          : [
              character,
              `%${character.charCodeAt(0).toString(16)}`,
              `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
            ],
      ),
      slash: fc.constantFrom('', '/', '//'),
      query: fc.constantFrom('?a=1&b=2', '?b=2&a=1', '?b=2&utm_source=mail&a=1', '?a=1&b=2&&fbclid=x'),
      fragment: fc.constantFrom('', '#seats', '#'),
    })
    .map(
      ({ scheme, host: spelled, before, path: rest, slash, query, fragment }) =>
        `${scheme}${spelled}${before}${rest}${slash}${query}${fragment}`,
    );
