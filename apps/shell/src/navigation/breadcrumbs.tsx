import { ChevronRight } from 'lucide-react';
import { useUser } from '@tessera/api';
import { Link, matchPath, useLocation } from '@tessera/federation/router';
import { styled } from '@tessera/ui/mui';
import { useModules } from '../remotes/modules';
import { useTexts } from '../texts';
import { buildMenu, flatMenu, type MenuItem } from './menu';

/** Where the views of an on-sale belong, whose paths begin with no entry of the menu; the room of `:eventId` among them. */
const saleViews: readonly { view: string; above: readonly string[] }[] = [
  { view: '/on-sale/:eventId', above: ['/jobs'] },
  { view: '/on-sale/:eventId/waiting', above: ['/queueitlinks', '/waiting'] },
  { view: '/on-sale/:eventId/seats', above: ['/jobs', '/on-sale/:eventId'] },
];

interface Crumb {
  path: string;
  label: string;
}

/** The pages above a path: the entry that it is below, and the one which that belongs to. */
function findCrumbs(menu: readonly MenuItem[], pathname: string, roomName: string): Crumb[] {
  const entries = flatMenu(menu);
  for (const { view, above } of saleViews) {
    const match = matchPath(view, pathname);
    if (!match) continue;
    return above.flatMap((path) => {
      if (path.includes(':')) return [{ path: `/on-sale/${match.params.eventId}`, label: roomName }];
      return entries.filter((entry) => entry.path === path && !entry.locked);
    });
  }
  const [nearest] = entries
    .filter(({ path }) => matchPath({ path, end: false }, pathname))
    .sort((a, b) => b.path.length - a.path.length);
  if (!nearest) return [];
  const parent = menu.find(({ children }) => children.includes(nearest));
  const above = nearest.path === pathname ? [] : [nearest];
  return parent && !parent.locked ? [parent, ...above] : above;
}

const Crumbs = styled('nav')(({ theme: { vars, typography, breakpoints } }) => ({
  ...typography.caption,
  flex: 'none',
  // The header below begins with space of its own.
  padding: '8px 20px 0 24px',
  marginBottom: -10,
  zIndex: 1,
  [breakpoints.down('sm')]: { padding: '8px 16px 0' },
  '& ol': { listStyle: 'none', display: 'flex', margin: 0, padding: 0 },
  '& li': { display: 'flex', alignItems: 'center', minWidth: 0 },
  '& a': {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: 24,
    color: vars.palette.text.secondary,
    textDecoration: 'none',
    whiteSpace: 'nowrap',
  },
  '& a:hover': { color: vars.palette.text.primary, textDecoration: 'underline' },
  '& svg': { flex: 'none', margin: '0 4px', color: vars.palette.text.tertiary },
}));

/** Leads to the pages above the open one; renders nothing for those of the menu's first level. */
export function Breadcrumbs() {
  const t = useTexts();
  const { pathname } = useLocation();
  const user = useUser();
  const { releases, isPending } = useModules();
  if (isPending) return null;
  const crumbs = findCrumbs(buildMenu(t, releases, user), pathname, t('pages.onSale'));
  if (crumbs.length === 0) return null;
  return (
    <Crumbs aria-label={t('navigation.above')}>
      <ol>
        {crumbs.map(({ path, label }) => (
          <li key={path}>
            <Link to={path}>{label}</Link>
            <ChevronRight size={12} strokeWidth={1.75} aria-hidden />
          </li>
        ))}
      </ol>
    </Crumbs>
  );
}
