/** What the check of an on-sale's planned logins found. */
export const en = {
  signedIn: '{{have, number}} of {{need, number}} logins signed in at {{time}}',
  signingIn: 'Logins are being checked: {{have, number}} of {{need, number}} signed in',
  wrong_password_one: '{{count, number}} wrong password',
  wrong_password_other: '{{count, number}} wrong passwords',
  locked_one: '{{count, number}} locked',
  locked_other: '{{count, number}} locked',
  code_needed_one: '{{count, number}} needs a code',
  code_needed_other: '{{count, number}} need a code',
  unknown_one: '{{count, number}} could not be checked',
  unknown_other: '{{count, number}} could not be checked',
};
