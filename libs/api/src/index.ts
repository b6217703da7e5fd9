import './http/client';

export { serverNow, useServerNow } from './clock';
export * from './generated';
export { isAbortOrTimeout } from './http/abort-or-timeout';
export { ApiError, type FieldError, toApiError } from './http/api-error';
export { type FailedCall } from './http/failed-call';
export { cancelRequestWaits, type RequestWait, useRequestWait } from './http/request-waits';
export { useListBackend } from './list/use-list-backend';
export { createCachePatcher, putRow } from './live/cache-patcher';
export { type LiveChange, type LiveState, type LiveStatus, LiveStream } from './live/live-stream';
export { LiveContext, useLive } from './live/use-live';
export { countsOf } from './query/counts';
export { LIVE_FIGURES, useLiveFigures } from './query/live-figures';
export { countOf, type Page, pageOf } from './query/page';
export { preferenceKeys, preferencesQuery } from './query/preferences';
export { createQueryClient } from './query/query-client';
export { keysOf } from './query/query-keys';
export { type Editing, type Editor, ifMatch, useEditing } from './query/use-editing';
export { registerSignInPrompt, type SignInPrompt, type SignInRequirement } from './session/recent-sign-in';
export { storeAuthAnswer } from './session/refresh';
export { addressInRehearsal, getRehearsal, rehearsalOf } from './session/rehearsal';
export { lacksUser, restoreUser } from './session/restore-user';
export {
  clearSession,
  getSession,
  getSessionEnd,
  type Session,
  type SessionEnd,
  setSession,
  setSessionUser,
  subscribeSession,
} from './session/session-store';
export {
  useCan,
  useCanAct,
  useMayAct,
  useMayWrite,
  useRealmSuspended,
  useSession,
  useUser,
} from './session/use-session';
export { toUser, type User } from './session/user';
