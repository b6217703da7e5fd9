/** Beginnings that, with digits and marks around them, make up the bulk of what people choose. */
const words = new Set(
  `password passw0rd letmein welcome administrator admin qwerty qwertyuiop qwertyuiopasdfghjkl asdfghjkl zxcvbnm
  iloveyou sunshine princess football baseball basketball superman batman starwars whatever trustno1 dragon monkey
  shadow master michael jordan jennifer hunter freedom computer internet chocolate butterfly liverpool arsenal chelsea
  manchester manunited barcelona realmadrid pokemon minecraft fuckyou changeme default secret mypassword newpassword
  passwordpassword adminadmin adminpassword welcomewelcome correcthorsebatterystaple tessera ticket tickets
  testtest testing testpassword temporary rootroot access login abcdefghijkl abcdefghijklmnop`
    .split(/\s+/)
    .filter(Boolean),
);

const runs = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', '98765432109876543210', 'qwertyuiopasdfghjklzxcvbnm', '1q2w3e4r5t6y7u8i9o0p', 'qazwsxedcrfvtgbyhnujmikolp']; // prettier-ignore

/** Whether the password is one of those that are guessed first: a well-known word with trimmings, a run of keys, a repeat. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
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

/** One piece of at most four characters again and again. */
const isRepeat = (text: string) =>
  text.length >= 4 && /^(.{1,4}?)\1+(.{0,3})$/.test(text) && new Set(text).size <= 4;
