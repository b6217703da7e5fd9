import './http/client';

export * from './generated';
export { serverNow, useServerNow } from './clock';
export { ApiError, toApiError, type FieldError } from './http/api-error';
export { type FailedCall } from './http/failed-call';
export { isAbortOrTimeout } from './http/abort-or-timeout';
export { useListBackend } from './list/use-list-backend';
export { createCachePatcher, putRow } from './live/cache-patcher';
export { LiveStream, type LiveChange, type LiveState, type LiveStatus } from './live/live-stream';
export { LiveContext, useLive } from './live/use-live';
export { countsOf } from './query/counts';
export { countOf, pageOf, type Page } from './query/page';
export { preferenceKeys, preferencesQuery } from './query/preferences';
export { createQueryClient } from './query/query-client';
export { keysOf } from './query/query-keys';
export { ifMatch, useEditing, type Editing, type Editor } from './query/use-editing';
export { registerSignInPrompt, type SignInPrompt, type SignInRequirement } from './session/recent-sign-in';
export { storeAuthAnswer } from './session/refresh';
export { lacksUser, restoreUser } from './session/restore-user';
export {
  clearSession,
  getSession,
  getSessionEnd,
  setSession,
  setSessionUser,
  subscribeSession,
  type Session,
  type SessionEnd,
} from './session/session-store';
export { useCan, useMayWrite, useRealmSuspended, useSession, useUser } from './session/use-session';
export { toUser, type User } from './session/user';
