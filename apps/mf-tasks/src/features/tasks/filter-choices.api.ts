import { queryOptions } from '@tanstack/react-query';
import { jobsList, keysOf, loginsList } from '@tessera/api';

const most = { page: 1, page_size: 200 };

/** The realm's logins, for the filter. */
export const filterLoginsQuery = () =>
  queryOptions({
    queryKey: keysOf('logins').list(most),
    queryFn: async ({ signal }) => (await loginsList({ query: most, signal })).data,
  });

/** The newest jobs, for the filter. */
export const filterJobsQuery = () =>
  queryOptions({
    queryKey: keysOf('jobs').list({ ...most, choices: true }),
    queryFn: async ({ signal }) => (await jobsList({ query: most, signal })).data,
  });
