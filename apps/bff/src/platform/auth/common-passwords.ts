import list from './common-passwords.json';

/** Passwords that users of this product would choose, beside those of the list. */
const own = ['administrator', 'changeme', 'correcthorsebatterystaple', 'manunited', 'mypassword', 'newpassword', 'tessera', 'ticket', 'tickets', 'realmadrid', 'january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday', 'spring', 'summer', 'autumn', 'winter', 'passwort', 'kennwort', 'contraseña', 'motdepasse', 'wachtwoord', 'пароль', '密码', 'パスワード', '비밀번호']; // prettier-ignore

/** Common passwords without diacritics, and the bits that it takes to guess each: the list is sorted by frequency. */
const words = new Map(
  [...own, ...list.words.split(' ')].map((word, rank) => [withoutMarks(word), Math.log2(rank + 2)] as const),
);
/** Characters of a part that is more than a single character. */
const [MIN_PART, MAX_PART] = [3, 50];

/** Runs of keys and of the alphabet. */
const runs = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', '98765432109876543210', 'qwertyuiopasdfghjklzxcvbnm', 'qwertzuiopasdfghjklyxcvbnm', 'azertyuiopqsdfghjklmwxcvbn', '1q2w3e4r5t6y7u8i9o0p', 'qazwsxedcrfvtgbyhnujmikolp', 'йцукенгшщзхъфывапролджэячсмитьбю'].map((run) => run.repeat(2)); // prettier-ignore

/** Bits that a part takes to guess, by what it is. */
const bits = {
  separator: 2,
  digit: 3.3,
  letter: 4.7,
  ideograph: 9,
  year: 7,
  run: 6,
  repetition: 3,
  substitution: 1,
};
/** A password that takes fewer is guessed early. Four random words of the list, or eight random letters, take more. */
const MIN_BITS = 36;

/**
 * Whether a password is guessed early, as it consists of common ones, years, runs of keys, repetitions and little else.
 * Estimated by its cheapest division into such parts (the method of zxcvbn), in any script.
 */
export function isCommonPassword(password: string): boolean {
  const text = withoutMarks(password);
  const readable = substitute(text);
  if ([text, readable].some((spelling) => words.has(spelling.replace(/[^\p{L}]/gu, '')))) return true;
  const least = [0];
  for (let end = 1; end <= text.length; end += 1) {
    let lowest = Infinity;
    for (let start = Math.max(0, end - MAX_PART); start < end; start += 1)
      lowest = Math.min(lowest, (least[start] ?? Infinity) + costOf(text, readable, start, end));
    least.push(lowest);
  }
  return (least[text.length] ?? 0) < MIN_BITS;
}

/** The bits of one part; Infinity when it is none. */
function costOf(text: string, readable: string, start: number, end: number): number {
  const part = text.slice(start, end);
  if (part.length === 1) return costOfCharacter(part);
  if (part.length < MIN_PART) return Infinity;
  if (text.slice(0, start).includes(part)) return bits.repetition;
  if (/^(?:19|20)\d\d$/.test(part)) return bits.year;
  if (runs.some((run) => run.includes(part))) return bits.run;
  const read = readable.slice(start, end);
  return words.get(part) ?? (words.get(read) ?? Infinity) + bits.substitution;
}

function costOfCharacter(character: string): number {
  if (/\p{N}/u.test(character)) return bits.digit;
  if (/[\p{Script=Han}\p{Script=Hangul}]/u.test(character)) return bits.ideograph;
  return /\p{L}/u.test(character) ? bits.letter : bits.separator;
}

/** In lower case and without diacritics, of as many UTF-16 units as there are letters. */
function withoutMarks(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFKC');
}

/** Letters for the digits and signs that people write instead, one for one. */
const substitute = (text: string) =>
  text
    .replace(/0/g, 'o')
    .replace(/[1!]/g, 'i')
    .replace(/3/g, 'e')
    .replace(/[4@]/g, 'a')
    .replace(/[5$]/g, 's');

/** Letters and digits that a password needs in addition to its owner's e-mail and name. */
const MIN_OTHER_CHARACTERS = 6;

/** Whether a password consists mostly of its owner's e-mail or name. */
export function isOwnWords(password: string, { email, name }: { email: string; name: string }): boolean {
  const [local = '', domain = ''] = email.split('@');
  const own = [email, name, local, domain, ...`${local} ${domain} ${name}`.split(/[^\p{L}\p{N}]+/u)]
    .map((word) => word.normalize('NFKC').toLowerCase())
    .filter((word) => word.length >= 3)
    .sort((a, b) => b.length - a.length);
  const plain = password.toLowerCase();
  const rest = own.reduce((text, word) => text.replaceAll(word, ' '), plain);
  return rest !== plain && rest.replace(/[^\p{L}\p{N}]/gu, '').length < MIN_OTHER_CHARACTERS;
}
