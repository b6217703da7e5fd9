import type { CountedSiteDto, SiteDto } from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { Link as RouterLink } from '@tessera/federation/router';
import { formatCount } from '@tessera/ui';
import { Box, Button, Link, Switch } from '@tessera/ui/mui';
import { type AdminTexts, useTexts } from '../../texts';

/** What the user can do with the sites of the list. */
export interface SiteActions {
  mayAdmin: boolean;
  /** Whether the user may see logins. */
  mayWrite: boolean;
  setEnabled: (site: SiteDto, enabled: boolean) => void;
}

/** The display name of a site. */
export const siteName = (t: AdminTexts, site: SiteDto): string =>
  site.display_name || site.name || t('sites.unnamed', { id: site.id });

/** Columns of the list of sites. */
export const createSiteColumns = (t: AdminTexts, actions: SiteActions): Column<CountedSiteDto>[] => [
  {
    id: 'name',
    header: t('sites.site'),
    sortKey: 'name',
    fixed: true,
    strong: true,
    minWidth: 200,
    cell: (site) => siteName(t, site),
  },
  {
    id: 'url',
    hidden: 'tight',
    minWidth: 140,
    header: t('words.address'),
    quiet: true,
    cell: ({ url }) => <Address url={url} />,
  },
  {
    id: 'enabled',
    header: t('sites.enabled'),
    width: 84,
    cell: (site) => (
      <Switch
        checked={site.enabled === 1}
        disabled={!actions.mayAdmin}
        onClick={(event) => event.stopPropagation()}
        onChange={(_event, on) => actions.setEnabled(site, on)}
        slotProps={{ input: { 'aria-label': t('sites.enabledNamed', { name: siteName(t, site) }) } }}
      />
    ),
  },
  {
    id: 'open',
    header: t('sites.open'),
    width: 150,
    fixed: true,
    actions: true,
    cell: (site) => <OpenLinks site={site} calls={actions} />,
  },
  {
    id: 'events',
    header: t('sites.events'),
    align: 'right',
    width: 70,
    cell: ({ event_count }) => formatCount(event_count),
  },
  {
    id: 'logins',
    header: t('sites.logins'),
    align: 'right',
    width: 70,
    cell: ({ login_count }) => formatCount(login_count),
  },
  {
    id: 'active_tasks',
    header: t('sites.activeTasks'),
    align: 'right',
    width: 120,
    cell: ({ active_tasks }) => formatCount(active_tasks),
  },
  {
    id: 'currency',
    header: t('sites.currency'),
    hidden: 'tight',
    width: 90,
    cell: ({ currency }) => currency ?? '–',
  },
  {
    id: 'time_zone',
    header: t('sites.timeZone'),
    hidden: 'tight',
    minWidth: 120,
    quiet: true,
    cell: ({ time_zone }) => time_zone ?? '–',
  },
];

function Address({ url }: { url: string }) {
  if (!url) return <>–</>;
  return (
    <Link href={url} target="_blank" rel="noopener noreferrer" onClick={(event) => event.stopPropagation()}>
      {url.replace(/^https?:\/\//, '')}
    </Link>
  );
}

function OpenLinks({ site, calls }: { site: SiteDto; calls: SiteActions }) {
  const t = useTexts();
  return (
    <Box
      component="span"
      sx={{ display: 'inline-flex', gap: 0.5 }}
      onClick={(event) => event.stopPropagation()}
    >
      <Button size="small" component={RouterLink} to={`/sites/${site.id}/events`}>
        {t('sites.events')}
      </Button>
      {calls.mayWrite ? (
        <Button size="small" component={RouterLink} to={`/sites/${site.id}/logins`}>
          {t('sites.logins')}
        </Button>
      ) : null}
    </Box>
  );
}
