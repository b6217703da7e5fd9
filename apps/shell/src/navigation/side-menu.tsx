import { Lock, Unplug } from 'lucide-react';
import { useSession } from '@tessera/api';
import { type ModuleRelease, useModuleState } from '@tessera/federation';
import { NavLink } from '@tessera/federation/router';
import { formatCount } from '@tessera/ui';
import { styled } from '@tessera/ui/mui';
import { useModules } from '../remotes/modules';
import { useRegistry } from '../remotes/registry-context';
import { useTexts } from '../texts';
import { buildMenu, type MenuItem } from './menu';
import { entryPath, useMenuCounts } from './menu-counts';

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: '0 12px', display: 'grid', gap: 1 });

const Entry = styled(NavLink)(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  height: 32,
  padding: '0 8px',
  borderRadius: 6,
  color: vars.palette.text.secondary,
  fontWeight: 500,
  textDecoration: 'none',
  '@media (pointer: coarse)': { height: 40 },
  '& svg': { flex: 'none' },
  '& .label': { flex: 1 },
  '&:hover': { backgroundColor: vars.palette.action.hover, color: vars.palette.text.primary },
  '&.active': {
    backgroundColor: vars.palette.action.selected,
    color: vars.palette.text.primary,
    fontWeight: 600,
  },
  '&.active > svg:first-of-type': { color: vars.palette.accent.text },
  '&.active::before': {
    content: '""',
    position: 'absolute',
    left: -12,
    width: 5,
    height: 14,
    borderRadius: '0 2px 2px 0',
    backgroundColor: vars.palette.primary.main,
  },
  '& .unplugged': { color: vars.palette.status.cinnabar.main, display: 'flex' },
  '& .count': { ...typography.caption, color: vars.palette.text.tertiary },
  '&.active .count': { color: vars.palette.text.primary },
  '& .lock': { color: vars.palette.text.tertiary, display: 'flex' },
}));

/** The drawer's entries for the signed-in user. */
export function SideMenu({ onNavigate }: { onNavigate?: () => void }) {
  const t = useTexts();
  const { releases } = useModules();
  const session = useSession();
  const countOf = useMenuCounts();
  return (
    <List>
      {buildMenu(t, releases, session?.user.permissions ?? []).map((item) => (
        <li key={item.path}>
          <MenuEntry item={item} count={countOf(item.path)} {...(onNavigate ? { onNavigate } : {})} />
        </li>
      ))}
    </List>
  );
}

interface EntryProps {
  item: MenuItem;
  count: number | undefined;
  onNavigate?: () => void;
}

function MenuEntry({ item, count, onNavigate }: EntryProps) {
  const t = useTexts();
  const { Icon } = item;
  return (
    <Entry to={entryPath(item.path, item.locked ? undefined : count)} onClick={onNavigate}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span className="label">{item.label}</span>
      {item.locked ? (
        <span className="lock" role="img" aria-label={t('navigation.locked')}>
          <Lock size={14} strokeWidth={1.75} aria-hidden />
        </span>
      ) : null}
      <Trailing item={item} count={count} />
    </Entry>
  );
}

/** The end of an entry: a mark when the module failed to load, else the count. */
function Trailing({ item, count }: Pick<EntryProps, 'item' | 'count'>) {
  if (!item.release) return null;
  return <CountOrFailure release={item.release} count={item.locked ? undefined : count} />;
}

function CountOrFailure({ release, count }: { release: ModuleRelease; count: number | undefined }) {
  const t = useTexts();
  const state = useModuleState(useRegistry(), release);
  if (state.status !== 'failed') {
    return count === undefined ? null : (
      <span className="count" aria-hidden>
        {formatCount(count)}
      </span>
    );
  }
  return (
    <span className="unplugged" role="img" aria-label={t('navigation.notLoaded')}>
      <Unplug size={14} strokeWidth={1.75} aria-hidden />
    </span>
  );
}
