import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { getSession, isAbortOrTimeout, keysOf, modulesGet, toApiError } from '@tessera/api';
import { shellContract } from '@tessera/domain/module-release';
import type { ModulePublisher } from '@tessera/federation';
import { type Announcement, isAnnouncement, readAnnouncement, storeAnnouncement } from './announcement';
import { describeLocalModules } from './local-modules';

/** Why the server's current list could not be had. */
export interface RegistryProblem {
  /** `REPLAYED`: the answer is older than one that this browser has seen. */
  reason: 'TIMEOUT' | 'NETWORK' | 'REPLAYED';
  message: string;
  /** When, in epoch milliseconds by this browser's clock. */
  at: number;
}

/** What is known of the modules. */
export interface ModuleList {
  /** Null when there is neither an answer nor one from before. */
  announcement: Announcement | null;
  /** Null when the announcement is the server's answer. */
  problem: RegistryProblem | null;
}

/** How long a page waits for the server before it uses the last answer. */
const patienceMs = 1_500;
/** How long the request itself may take. */
const limitMs = 15_000;
/** How long until the server is asked again after a problem. */
export const retryMs = 15_000;
/** How old a list may be when the tab comes to the front. */
const freshMs = 30_000;

/**
 * The modules for this user. Never fails: it has the server's answer, or else the last one of this user, after a time limit;
 * a later answer then replaces it.
 */
export const moduleListQuery = () =>
  queryOptions<ModuleList>({
    queryKey: keysOf('module-list').list(),
    queryFn: ({ client, queryKey }) => fetchModuleList((late) => client.setQueryData(queryKey, late)),
    staleTime: freshMs,
    gcTime: Infinity,
    refetchOnMount: false,
    refetchOnReconnect: true,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.problem ? retryMs : false),
  });

/** The keys that may sign modules, by the latest list. */
export const getPublishers = (client: QueryClient): readonly ModulePublisher[] =>
  client.getQueryData<ModuleList>(moduleListQuery().queryKey)?.announcement?.publishers ?? [];

async function fetchModuleList(onLate: (list: ModuleList) => void): Promise<ModuleList> {
  const user = getSession()?.user.id;
  if (user === undefined) return { announcement: null, problem: null };
  const answer = request(user);
  const timeout = Promise.withResolvers<null>();
  const timer = setTimeout(() => timeout.resolve(null), patienceMs);
  const list = await Promise.race([answer, timeout.promise]);
  clearTimeout(timer);
  if (list) return list;
  void answer.then((late) => {
    if (getSession()?.user.id === user) onLate(late);
  });
  return fallBack(user, 'TIMEOUT', `It did not answer within ${patienceMs / 1000} seconds`);
}

/** Requests the list; resolves to the last one when that fails. */
async function request(user: number): Promise<ModuleList> {
  const signal = AbortSignal.timeout(limitMs);
  let announcement: unknown;
  try {
    announcement = (await modulesGet({ query: { shell: shellContract }, signal })).data;
  } catch (error) {
    if (isAbortOrTimeout(error))
      return fallBack(user, 'TIMEOUT', `It did not answer within ${limitMs / 1000} seconds`);
    const { status } = toApiError(error);
    return fallBack(user, 'NETWORK', status ? `It answered ${status}` : 'It could not be reached');
  }
  if (!isAnnouncement(announcement)) return fallBack(user, 'NETWORK', 'Its answer is no list of modules');
  if (!storeAnnouncement(user, shellContract, announcement))
    return fallBack(user, 'REPLAYED', `The list ${announcement.serial} is older than one seen before`);
  return { announcement: await describeLocalModules(announcement), problem: null };
}

async function fallBack(
  user: number,
  reason: RegistryProblem['reason'],
  message: string,
): Promise<ModuleList> {
  const problem = { reason, message, at: Date.now() };
  const last = readAnnouncement(user, shellContract);
  return { announcement: last && (await describeLocalModules(last)), problem };
}
