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

it.each(['three-lanterns-by-the-quay', 'quill of a brown heron', 'q7!mZ2#vLp0x', 'Пять чаек над волной'])(
  'takes %s',
  (password) => {
    expect(passwordError(password, owner)).toBeNull();
  },
);
