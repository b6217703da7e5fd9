import {
  auditList,
  keysOf,
  pageOf,
  usersList,
  type AuditDto,
  type ListedUserDto,
  type Page,
} from '@tessera/api';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';

const keys = keysOf('audit');

/** A page of the audit; `query` is the list's state as it stands in the URL, its search is part of who acted. */
export const auditQuery = ({ q, ...query }: Readonly<Record<string, string>>) => {
  const asked = { ...query, ...(q ? { who: q } : {}) };
  return queryOptions({
    queryKey: keys.list(asked),
    queryFn: async ({ signal }): Promise<Page<AuditDto>> => pageOf(await auditList({ query: asked, signal })),
    placeholderData: keepPreviousData,
  });
};

/** The people that one can choose among, by name. */
export const peopleQuery = () =>
  queryOptions({
    queryKey: keysOf('users').list({ choices: true }),
    queryFn: async ({ signal }): Promise<ListedUserDto[]> =>
      (await usersList({ query: { sort: 'name', page: 1, page_size: 200 }, signal })).data,
  });
