import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { keysOf, type SiteDto, sitesGet } from '@tessera/api';
import { Link as RouterLink, useParams } from '@tessera/federation/router';
import { PageHeader } from '@tessera/ui';
import { Link } from '@tessera/ui/mui';
import { useTexts } from './texts';

/** The header of a page about a site, with a link to all sites. */
export function SiteHeader({
  title,
  site,
  actions,
}: {
  title: string;
  site: SiteDto | undefined;
  actions?: ReactNode;
}) {
  const t = useTexts();
  const meta = (
    <>
      <Link component={RouterLink} to="/sites" underline="always">
        {t('sites.title')}
      </Link>
      {site ? ` / ${site.display_name || site.name}` : null}
    </>
  );
  return <PageHeader title={title} meta={meta} actions={actions} />;
}

/** The site of a page under /sites/{siteId}; undefined while loading. */
export function useSite(): { siteId: number; site: SiteDto | undefined; error: Error | null } {
  const siteId = Number(useParams().siteId);
  const { data, error } = useQuery({
    queryKey: keysOf('sites').one(siteId),
    queryFn: async ({ signal }) => (await sitesGet({ path: { id: siteId }, signal })).data,
  });
  return { siteId, site: data, error };
}
