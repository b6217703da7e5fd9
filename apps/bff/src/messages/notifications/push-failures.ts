/** Reasons for failures that this server found itself, not the push service: English texts by code. */
export const pushFailures = {
  NOT_SET_UP: 'Web push is not set up on this server',
  UNKNOWN_SERVICE: 'Not a known push service',
  INNER_ADDRESS: 'The push service is at an internal address',
  TIMED_OUT: 'The push service did not respond in time',
  UNREACHABLE: 'The push service could not be reached',
  NOT_SENT: 'The message could not be sent',
  TOO_OLD: 'It was too old to be useful',
} as const;
export type PushFailure = keyof typeof pushFailures;
export const pushFailureCodes = Object.keys(pushFailures) as PushFailure[];
