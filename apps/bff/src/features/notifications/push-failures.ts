/** Why nothing was delivered, where this server says so itself rather than the push service, by code in English. */
export const pushFailures = {
  NOT_SET_UP: 'Web push is not set up on this server',
  UNKNOWN_SERVICE: 'Not a known push service',
  INNER_ADDRESS: 'The push service is at an inner address',
  TIMED_OUT: 'The push service did not answer in time',
  UNREACHABLE: 'The push service could not be reached',
  NOT_SENT: 'The message could not be sent',
  TOO_OLD: 'It had become too old to be of use',
} as const;
export type PushFailure = keyof typeof pushFailures;
export const pushFailureCodes = Object.keys(pushFailures) as PushFailure[];
