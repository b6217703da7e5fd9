import { queryOptions } from '@tanstack/react-query';
import { keysOf, type ModuleSettingsDto, pageOf, type RealmDto, realmsList, usersList } from '@tessera/api';

/** Everybody who may get a release. */
export interface Population {
  realms: readonly Pick<RealmDto, 'id' | 'name' | 'user_count'>[];
  /** Administrators included, who belong to no realm. */
  users: number;
}

/** How many get a release. */
export interface Audience {
  users: number;
  /** Realms all of whose users get it. */
  realms: number;
  /** The number of users is estimated: users are drawn by percent. */
  isEstimate: boolean;
}

/** The realms and the number of users. */
export const populationQuery = () =>
  queryOptions({
    queryKey: keysOf('realms').list({ population: true }),
    queryFn: async ({ signal }): Promise<Population> => {
      const [realms, users] = await Promise.all([
        realmsList({ query: { sort: 'name' }, signal }),
        usersList({ query: { fields: 'id', page_size: 1 }, signal }),
      ]);
      return { realms: realms.data, users: pageOf(users).total ?? 0 };
    },
  });

type Canary = ModuleSettingsDto['canaries'][number];

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

const findRealm = ({ realms }: Population, id: number | null) => realms.find((realm) => realm.id === id);

/** How many users a canary for a percent chooses from: those without a canary of their realm. */
const drawnFrom = (population: Population, canaries: readonly Canary[]): number =>
  population.users - sum(canaries.map(({ realm_id }) => findRealm(population, realm_id)?.user_count ?? 0));

/** How many get a canary; a realm's canary comes before one for a percent. */
export function canaryAudience(
  population: Population,
  canaries: readonly Canary[],
  { realm_id, percent }: Pick<Canary, 'realm_id' | 'percent'>,
): Audience {
  if (realm_id !== null)
    return { users: findRealm(population, realm_id)?.user_count ?? 0, realms: 1, isEstimate: false };
  const users = Math.round((drawnFrom(population, canaries) * (percent ?? 0)) / 100);
  return { users, realms: 0, isEstimate: percent !== 0 && percent !== 100 };
}

/** How many get the stable release: everybody without a canary. */
export function stableAudience(population: Population, canaries: readonly Canary[]): Audience {
  const audiences = canaries.map((canary) => canaryAudience(population, canaries, canary));
  return {
    users: Math.max(0, population.users - sum(audiences.map(({ users }) => users))),
    realms: Math.max(0, population.realms.length - sum(audiences.map(({ realms }) => realms))),
    isEstimate: audiences.some(({ isEstimate }) => isEstimate),
  };
}
