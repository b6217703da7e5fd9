import list from './common-passwords.json';

/** The list, and passwords that users of this product would choose. */
const words = new Set([
  ...list.words.split(' '),
  ...[
    'administrator',
    'changeme',
    'correcthorsebatterystaple',
    'manunited',
    'mypassword',
    'newpassword',
    'tessera',
  ],
  ...[
    'adminadmin',
    'adminpassword',
    'passwordpassword',
    'testpassword',
    'ticket',
    'tickets',
    'welcomewelcome',
  ],
  ...['qwertyuiopasdfghjkl', 'realmadrid', 'rootroot', 'testtest'],
]);

const runs = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', '98765432109876543210', 'qwertyuiopasdfghjklzxcvbnm', '1q2w3e4r5t6y7u8i9o0p', 'qazwsxedcrfvtgbyhnujmikolp']; // prettier-ignore

/** Whether a password is guessed early: a common one with additions, a run of keys, or a repetition. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  if (words.has(plain)) return true;
  if (runs.some((run) => run.includes(plain) || run.repeat(2).includes(plain))) return true;
  if (isRepeat(plain)) return true;
  const letters = plain.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const readable = letters
    .replace(/0/g, 'o')
    .replace(/[1!]/g, 'i')
    .replace(/3/g, 'e')
    .replace(/[4@]/g, 'a')
    .replace(/[5$]/g, 's');
  return [letters, readable, readable.replace(/[^a-z]/g, '')].some(
    (word) => words.has(word) || isRepeat(word),
  );
}

/** A repetition of up to four characters. */
const isRepeat = (text: string) =>
  text.length >= 4 && /^(.{1,4}?)\1+(.{0,3})$/.test(text) && new Set(text).size <= 4;

/** Letters and digits that a password needs in addition to its owner's e-mail and name. */
const MIN_OTHER_CHARACTERS = 6;

/** Whether a password consists mostly of its owner's e-mail or name. */
export function isOwnWords(password: string, { email, name }: { email: string; name: string }): boolean {
  const [local = '', domain = ''] = email.split('@');
  const own = [email, name, local, domain, ...`${local} ${domain} ${name}`.split(/[^\p{L}\p{N}]+/u)]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 3)
    .sort((a, b) => b.length - a.length);
  const plain = password.toLowerCase();
  const rest = own.reduce((text, word) => text.replaceAll(word, ' '), plain);
  return rest !== plain && rest.replace(/[^\p{L}\p{N}]/gu, '').length < MIN_OTHER_CHARACTERS;
}
