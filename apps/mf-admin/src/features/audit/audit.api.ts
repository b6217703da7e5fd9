import { auditList, keysOf, pageOf, type AuditDto, type Page } from '@tessera/api';
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
