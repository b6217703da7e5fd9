import type { SiteDto } from '@tessera/api';
import { Box, Button, Link, Switch } from '@mui/material';
import type { Column } from '@tessera/ui';
import { Link as RouterLink } from 'react-router';

/** What the list's rows can do; `mayAdmin` is an admin's right to change a site. */
export interface SiteCalls {
  mayAdmin: boolean;
  /** Logins are managed by those who may write (specification section 2). */
  mayWrite: boolean;
  setEnabled: (site: SiteDto, enabled: boolean) => void;
}

/** The name people know a site by. */
export const siteName = (site: SiteDto): string => site.display_name || site.name || `Site ${site.id}`;

/** Columns of the sites' list. */
export const sitesColumns = (calls: SiteCalls): Column<SiteDto>[] => [
  { id: 'name', header: 'Site', sortKey: 'name', fixed: true, strong: true, minWidth: 200, cell: siteName },
  { id: 'url', header: 'Address', minWidth: 160, quiet: true, cell: ({ url }) => <Address url={url} /> },
  {
    id: 'enabled',
    header: 'Enabled',
    width: 90,
    cell: (site) => (
      <Switch
        checked={site.enabled === 1}
        disabled={!calls.mayAdmin}
        onClick={(event) => event.stopPropagation()}
        onChange={(_event, on) => calls.setEnabled(site, on)}
        slotProps={{ input: { 'aria-label': `${siteName(site)} enabled` } }}
      />
    ),
  },
  {
    id: 'open',
    header: 'Open',
    width: 160,
    fixed: true,
    actions: true,
    cell: (site) => <OpenLinks site={site} calls={calls} />,
  },
  { id: 'currency', header: 'Currency', width: 100, cell: ({ currency }) => currency ?? '–' },
  {
    id: 'time_zone',
    header: 'Time zone',
    width: 150,
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

const OpenLinks = ({ site, calls }: { site: SiteDto; calls: SiteCalls }) => (
  <Box
    component="span"
    sx={{ display: 'inline-flex', gap: 0.5 }}
    onClick={(event) => event.stopPropagation()}
  >
    <Button size="small" component={RouterLink} to={`/sites/${site.id}/events`}>
      Events
    </Button>
    {calls.mayWrite ? (
      <Button size="small" component={RouterLink} to={`/sites/${site.id}/logins`}>
        Logins
      </Button>
    ) : null}
  </Box>
);
