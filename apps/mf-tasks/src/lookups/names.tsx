import { useQuery } from '@tanstack/react-query';
import { useCan, useCanAct } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { Link as MuiLink } from '@tessera/ui/mui';
import { poolsQuery, realmsQuery, sitesQuery, templatesQuery } from './lookups.api';
import { siteName } from './options';

interface Named {
  id: number;
  name: string;
}

/** The name of a row, its number while the name is unknown, "–" for none. */
const nameOrNumber = (rows: readonly Named[] | undefined, id: number | null): string =>
  id === null ? '–' : (rows?.find((row) => row.id === id)?.name ?? `#${id}`);

/** A site's display name by id; `fallback` while it is unknown. */
export function SiteName({ id, fallback }: { id: number; fallback: string }) {
  const site = useQuery(sitesQuery()).data?.find((one) => one.id === id);
  return <>{site ? siteName(site) : fallback}</>;
}

/** A template's name by id; its number for those who may not read templates. */
export const TemplateName = ({ id }: { id: number | null }) => (
  <>{nameOrNumber(useQuery(templatesQuery(useCanAct('readTemplates'))).data, id)}</>
);

/** A pool's name by id. */
export const PoolName = ({ id }: { id: number | null }) => (
  <>{nameOrNumber(useQuery(poolsQuery()).data, id)}</>
);

/** A realm's name by id; its number for others than administrators. */
export const RealmName = ({ id }: { id: number }) => (
  <>{nameOrNumber(useQuery(realmsQuery(useCan('admin', 'all'))).data, id)}</>
);

/** A link to a job by id; "–" for none. */
export const JobLink = ({ id }: { id: number | null }) =>
  id === null ? (
    <>–</>
  ) : (
    <MuiLink component={Link} to={`/jobs/${id}`}>
      #{id}
    </MuiLink>
  );
