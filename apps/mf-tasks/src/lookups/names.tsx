import { useQuery } from '@tanstack/react-query';
import { Link as MuiLink } from '@tessera/ui/mui';
import { useCan } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { poolsQuery, realmsQuery, sitesQuery, templatesQuery } from './lookups.api';
import { siteName } from './options';

interface Named {
  id: number;
  name: string;
}

/** What a row is called; its number while the name isn't known, "–" for none. */
const nameOrNumber = (rows: readonly Named[] | undefined, id: number | null): string =>
  id === null ? '–' : (rows?.find((row) => row.id === id)?.name ?? `#${id}`);

/** A site as people know it, by its id; `otherwise` while it isn't known. */
export function SiteName({ id, fallback }: { id: number; fallback: string }) {
  const site = useQuery(sitesQuery()).data?.find((one) => one.id === id);
  return <>{site ? siteName(site) : fallback}</>;
}

/** A template by its id; who only reads doesn't learn its name. */
export const TemplateName = ({ id }: { id: number | null }) => (
  <>{nameOrNumber(useQuery(templatesQuery(useCan('write'))).data, id)}</>
);

/** A pool by its id. */
export const PoolName = ({ id }: { id: number | null }) => (
  <>{nameOrNumber(useQuery(poolsQuery()).data, id)}</>
);

/** A realm by its id; administrators alone know its name. */
export const RealmName = ({ id }: { id: number }) => (
  <>{nameOrNumber(useQuery(realmsQuery(useCan('admin', 'all'))).data, id)}</>
);

/** A job by its id, leading to it; "–" for none. */
export const JobLink = ({ id }: { id: number | null }) =>
  id === null ? (
    <>–</>
  ) : (
    <MuiLink component={Link} to={`/jobs?open=${id}`}>
      #{id}
    </MuiLink>
  );
