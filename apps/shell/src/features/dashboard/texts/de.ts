import type { Translation } from '@tessera/ui';
import type { en } from './en';

const de: Translation<typeof en> = {
  signedIn: '{{have, number}} von {{need, number}} Logins um {{time}} angemeldet',
  signingIn: 'Logins werden geprüft: {{have, number}} von {{need, number}} angemeldet',
  wrong_password_one: '{{count, number}} falsches Passwort',
  wrong_password_other: '{{count, number}} falsche Passwörter',
  locked_one: '{{count, number}} gesperrt',
  locked_other: '{{count, number}} gesperrt',
  code_needed_one: '{{count, number}} braucht einen Code',
  code_needed_other: '{{count, number}} brauchen einen Code',
  unknown_one: '{{count, number}} konnte nicht geprüft werden',
  unknown_other: '{{count, number}} konnten nicht geprüft werden',
};

export default de;
