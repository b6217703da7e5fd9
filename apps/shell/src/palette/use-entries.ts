import { useQueries } from '@tanstack/react-query';
import { Building2, CalendarDays, KeyRound, Landmark, Layers, ListChecks, Users } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { keysOf, useUser } from '@tessera/api';
import { useNavigate } from '@tessera/federation/router';
import { useRegisteredCommands } from '@tessera/ui';
import { mayOpen } from '../access/may-open';
import { useAccountPages } from '../navigation/account-pages';
import { buildMenu } from '../navigation/menu';
import { findModulePage, useModules } from '../remotes/modules';
import { useTexts } from '../texts';
import { type Entry, matches } from './entry';
import { type Source, sources } from './search-sources';

/** Minimum number of letters for a search. */
const minSearchLength = 2;
const debounceMs = 200;

const icons: Record<Source['name'], Entry['icon']> = {
  tasks: ListChecks,
  jobs: Layers,
  events: CalendarDays,
  logins: KeyRound,
  sites: Landmark,
  users: Users,
};

/** The text once typing has stopped for `debounceMs`. */
function useDebounced(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** Searches the lists that the user may open; a search is aborted when the text changes or the palette closes. */
function useSearchResults(text: string): { found: Entry[]; searching: boolean } {
  const t = useTexts();
  const navigate = useNavigate();
  const { permissions } = useUser();
  const { releases } = useModules();
  const paused = useDebounced(text);
  const open = sources.filter(({ page }) => {
    const modulePage = findModulePage(releases, page);
    return modulePage !== null && mayOpen(permissions, modulePage.route);
  });
  const enabled = paused.length >= minSearchLength;
  const answers = useQueries({
    queries: open.map(({ name, find }) => ({
      queryKey: keysOf('palette').list({ name, text: paused }),
      queryFn: ({ signal }: { signal: AbortSignal }) => find(paused, signal),
      retry: false,
      enabled,
    })),
  });
  const current = enabled && text.length >= minSearchLength;
  return {
    searching:
      text.length >= minSearchLength && (paused !== text || answers.some(({ isFetching }) => isFetching)),
    found: !current
      ? []
      : open.flatMap(({ name }, i) =>
          (answers[i]?.data ?? []).map(({ id, path, ...hit }): Entry => {
            const icon = icons[name] ?? Building2;
            return {
              ...hit,
              id: `${name} ${id}`,
              group: t(`palette.${name}`),
              icon,
              run: () => void navigate(path),
            };
          }),
        ),
  };
}

/** All entries of the palette for a query: commands of the page, pages to go to, and search results. */
export function useEntries(typed: string): { entries: Entry[]; searching: boolean } {
  const t = useTexts();
  const navigate = useNavigate();
  const { permissions } = useUser();
  const { releases } = useModules();
  const accountPages = useAccountPages();
  const commands = useRegisteredCommands();
  const text = typed.trim();
  const { found, searching } = useSearchResults(text);
  const fixed = useMemo(() => {
    const acts = commands
      .filter(({ inPalette }) => inPalette)
      .map(({ inPalette: _named, ...command }, i): Entry => ({ ...command, id: `act ${i}` }));
    const menuItems = buildMenu(t, releases, permissions).filter(({ locked }) => !locked);
    const inMenu = menuItems.map((item) => ({ label: item.label, path: item.path, icon: item.Icon }));
    const goes = [...inMenu, ...accountPages].map(({ label, path, icon }): Entry => ({
      id: `go ${path}`,
      group: t('palette.goTo'),
      label,
      icon,
      run: () => void navigate(path),
    }));
    // Commands that work on every page come last.
    const anywhere = t('shortcuts.everywhere');
    const always = acts.filter(({ group }) => group === anywhere);
    return [...acts.filter((act) => !always.includes(act)), ...goes, ...always];
  }, [accountPages, commands, navigate, permissions, releases, t]);
  return { entries: [...fixed.filter((entry) => matches(entry, text)), ...found], searching };
}
