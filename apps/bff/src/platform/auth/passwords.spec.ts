import list from './common-passwords.json';
import { passwordError } from './passwords';

const owner = { email: 'ida.quill@quayside.example', name: 'Ida Quill' };

it('contains 10,000 common passwords', () => {
  expect(new Set(list.words.split(' ')).size).toBe(10_000);
});

it.each([
  'short',
  'x'.repeat(129),
  'password1234',
  'P@ssw0rd2026!',
  'butterfly1990',
  '123liverpool123',
  'leavemealone',
  'finalfantasy',
  'Qwertyuiop12',
  'aaaaaaaaaaaa',
])('refuses the common password %s', (password) => {
  expect(passwordError(password, owner)).toMatchObject({ field: 'password' });
});

it.each([
  'ida.quill@quayside.example',
  'IdaQuill2026',
  'quill-quayside-1',
  'ida.quill.ida.quill',
  'Quayside2026!',
])('refuses %s, which is mostly the e-mail or name of its owner', (password) => {
  expect(passwordError(password, owner)).toMatchObject({ field: 'password' });
});

it.each([
  'Summer2025Winter',
  'monkeydragon2024',
  'Dragon-1987-Dragon',
  'monkeymonkey',
  'charlie charlie',
  'football.football1',
  'Welcome2026Welcome',
  'liverpoolchelsea',
  'january-february',
  'Sunshine!Sunshine!',
  '1985master2001',
  'letmein123letmein',
  'p4ssw0rdp4ssw0rd',
  'shadow_shadow_99',
  'pässwörd-2026',
  'пароль-2026-1',
  'парольпароль',
  'йцукенгшщзхъ',
  '121212121212',
  'abcabcabcabc1',
])('refuses %s, which joins common words, years, runs and repetitions', (password) => {
  expect(passwordError(password, owner)).toMatchObject({ code: 'COMMON_PASSWORD' });
});

it('counts characters, not the units that encode them', () => {
  expect(passwordError('🦆🦉🦜🦚🦩🕊', owner)).toMatchObject({ code: 'TOO_SHORT' });
  expect(passwordError('🦆🦉🦜🦚🦩 five birds', owner)).toBeNull();
  expect(passwordError('ü'.normalize('NFD').repeat(11), owner)).toMatchObject({ code: 'TOO_SHORT' });
});

it.each([
  'three-lanterns-by-the-quay',
  'quill of a brown heron',
  'q7!mZ2#vLp0x',
  'Пять чаек над волной',
  'чайка monkey над волной',
  'πέντε γλάροι dragon πάνω',
  'خمسة نوارس فوق master الموج',
  '海辺の五羽の鴎 password 波',
  '바다 위 갈매기 다섯 secret 마리',
  'tiger purple candle feather',
  'gull-feather-on-the-mast',
  'harbour-bell-at-dusk-19',
  'xkzqjwvbnhtr',
])('takes %s', (password) => {
  expect(passwordError(password, owner)).toBeNull();
});
