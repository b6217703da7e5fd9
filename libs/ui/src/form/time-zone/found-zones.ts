/** As many are drawn; further ones are found by typing. */
const most = 50;

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[_/\s]+/g, ' ')
    .trim();

/**
 * The zones that what was typed names, at most 50: each of its words stands in the zone's name. Those whose city begins
 * with it come first, else the order stays.
 *
 * @param nameOf what a zone is called in the list
 */
export function foundZones(
  zones: readonly string[],
  typed: string,
  nameOf: (zone: string) => string,
): string[] {
  const words = plain(typed).split(' ');
  const named = zones.filter((zone) => words.every((word) => plain(nameOf(zone)).includes(word)));
  const isCity = (zone: string) => plain(zone.split('/').at(-1) ?? '').startsWith(plain(typed));
  const cities = typed === '' ? [] : named.filter(isCity);
  return [...new Set([...cities, ...named])].slice(0, most);
}
