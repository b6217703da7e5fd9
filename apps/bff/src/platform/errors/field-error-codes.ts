/** What can be wrong with a field's value: a rule of its type, of a row of a file, or of what it names. Pages have a text for each. */
export const fieldErrorCodes = [
  // Its type
  'NOT_TEXT',
  'TOO_SHORT',
  'TOO_LONG',
  'NOT_WHOLE_NUMBER',
  'NOT_NUMBER',
  'TOO_SMALL',
  'TOO_LARGE',
  'NOT_AN_AMOUNT',
  'NOT_BOOLEAN',
  'NOT_INSTANT',
  'NOT_ONE_OF',
  'NOT_LIST',
  'NOT_OBJECT',
  'TOO_FEW',
  'TOO_MANY',
  'ENTRY_TOO_LONG',
  'REPEATED',
  'NOT_EMAIL',
  'MIXED_SCRIPTS',
  'NOT_WEB_ADDRESS',
  'NOT_HTTPS',
  'INNER_ADDRESS',
  'NOT_CURRENCY',
  'NOT_TIME_ZONE',
  'NOT_TIME_OF_DAY',
  'NOT_MODULE_NAME',
  'NOT_PUBLIC_KEY',
  'UNSTORABLE_TEXT',
  'CONTROL_CHARACTERS',
  'UNKNOWN_FIELD',
  /** A rule that only API clients can break; the message says which. */
  'INVALID',
  // What must not be kept
  'CARD_NUMBER',
  'CREDENTIALS',
  // What it needs, or contradicts
  'REQUIRED',
  'LOGINS_OR_POOL',
  'SITE_NEEDED',
  'SAME_AS_START',
  'CANARY_TARGET',
  'CANARY_REPEATED',
  /** The shell can't run the release; the message says why. */
  'INCOMPATIBLE',
  'REALM_NEEDED',
  'DUTIES_OF_ROLE',
  'DUTIES_NEED_REALM',
  'SEPARATE_DUTIES',
  'POOL_HAS_MEMBERS',
  // What it names
  'NOT_FOUND',
  'OTHER_REALM',
  'OTHER_SITE',
  'OTHER_HOST',
  'TAKEN',
  'TAKEN_BY_SEVERAL',
  'NAME_TAKEN',
  'KEY_TAKEN',
  // Passwords, codes and links
  'WRONG_PASSWORD',
  'WRONG_CODE',
  'WRONG_PASSKEY',
  'OWN_NAME_OR_EMAIL',
  'COMMON_PASSWORD',
  'LINK_EXPIRED',
  // An identity provider
  'PROVIDER_UNREACHABLE',
  'NOT_A_PROVIDER',
  'OTHER_ISSUER',
  'PROVIDER_INCOMPLETE',
  // A file
  'NOT_CSV',
  'NO_ROWS',
  'TOO_MANY_ROWS',
  'TOO_MANY_COLUMNS',
  'TOO_MANY_CELLS',
  'NO_SUCH_COLUMN',
  'UNASSIGNED_COLUMN',
  'NO_EMAIL_COLUMN',
  'FIELD_TWICE',
  'REPEATED_IN_FILE',
  // A drawing
  'NOT_SVG',
  'SVG_SIZE',
  'SVG_TOO_COMPLEX',
] as const;
export type FieldErrorCode = (typeof fieldErrorCodes)[number];

/** The rule that was broken: its code and the values in its message. */
export type FieldErrorRule = { code: FieldErrorCode; params?: Record<string, string | number> };

/** What is wrong with one field of the input; `message` in English. */
export type FieldError = { field: string; message: string } & FieldErrorRule;
