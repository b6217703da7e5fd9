import type { SiteDto } from '@tessera/api';
import { Link } from '@tessera/ui/mui';
import { PageHeader } from '@tessera/ui';
import type { ReactNode } from 'react';
import { Link as RouterLink } from '@tessera/federation/router';
import { useTexts } from '../texts';

/** The head of a page about one site, with the way back to all sites. */
export function SiteHead({
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
