import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  type AuditDto,
  auditList,
  keysOf,
  type ListedUserDto,
  type Page,
  pageOf,
  usersList,
} from '@tessera/api';

const keys = keysOf('audit');

/** A page of the audit log. The list's search term filters by actor. */
export const auditQuery = ({ q, ...query }: Readonly<Record<string, string>>) => {
  const parameters = { ...query, who: q || undefined };
  return queryOptions({
    queryKey: keys.list(parameters),
    queryFn: async ({ signal }): Promise<Page<AuditDto>> =>
      pageOf(await auditList({ query: parameters, signal })),
    placeholderData: keepPreviousData,
  });
};

/** The people offered by the filter, by name. */
export const personChoicesQuery = () =>
  queryOptions({
    queryKey: keysOf('users').list({ choices: true }),
    queryFn: async ({ signal }): Promise<ListedUserDto[]> =>
      (await usersList({ query: { sort: 'name', page: 1, page_size: 200 }, signal })).data,
  });
