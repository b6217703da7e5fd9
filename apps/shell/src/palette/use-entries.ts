import { useQueries } from '@tanstack/react-query';
import { CalendarDays, KeyRound, Landmark, Layers, ListChecks, Stamp, Ticket, Users } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { keysOf, useMayAct, useUser } from '@tessera/api';
import { useNavigate } from '@tessera/federation/router';
import { useRegisteredCommands } from '@tessera/ui';
import { mayOpen } from '../access/may-open';
import { findModulePage, useModules } from '../remotes/modules';
import { useTexts } from '../texts';
import { type ActName, actNames, acts, readTyped } from './acts';
import { type Entry, matches } from './entry';
import { goKeysOf } from './go-keys';
import { type Hit, type Source, sources } from './search-sources';
import { usePaletteTexts } from './texts';
import { usePages } from './use-pages';

/** Minimum number of letters for a search. */
const minSearchLength = 2;
const debounceMs = 200;

const icons: Record<Source['name'], Entry['icon']> = {
  tasks: ListChecks,
  jobs: Layers,
  templates: Stamp,
  tickets: Ticket,
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

/** The number of a record: `#17` or `17`; null for other text. */
const numberIn = (text: string): number | null => {
  const [, digits] = /^#?(\d{1,9})$/.exec(text) ?? [];
  return digits ? Number(digits) : null;
};

/** What a list has for a text: the record of that number, then those that it finds by name. */
async function search({ find, numbered }: Source, text: string, signal: AbortSignal): Promise<Hit[]> {
  const id = numberIn(text);
  const [first, named] = await Promise.all([
    id === null || !numbered ? [] : numbered(id, signal),
    text.length >= minSearchLength ? find(text, signal) : [],
  ]);
  return [...first, ...named.filter((hit) => hit.id !== first[0]?.id)];
}

const isSearched = (text: string): boolean => text.length >= minSearchLength || numberIn(text) !== null;

/**
 * Searches the lists that the user may open, with an act only those that have it; a search is aborted when the text changes
 * or the palette closes.
 */
function useSearchResults(text: string, act: ActName | null): { found: Entry[]; searching: boolean } {
  const t = usePaletteTexts();
  const navigate = useNavigate();
  const user = useUser();
  const { releases } = useModules();
  const paused = useDebounced(text);
  // An act applies to the records of some lists, those that it is meant for most often first.
  const searched =
    act === null ? sources : acts[act].of.flatMap((name) => sources.filter((source) => source.name === name));
  const open = searched.filter(({ page }) => {
    const modulePage = findModulePage(releases, page);
    return modulePage !== null && mayOpen(user, modulePage.route);
  });
  const enabled = isSearched(paused);
  const answers = useQueries({
    queries: open.map((source) => ({
      queryKey: keysOf('palette').list({ name: source.name, text: paused }),
      queryFn: ({ signal }: { signal: AbortSignal }) => search(source, paused, signal),
      retry: false,
      enabled,
    })),
  });
  const goTo = (hit: Hit) => () => {
    if (act === null) return void navigate(hit.path);
    const path = acts[act].path?.(hit);
    void (path ? navigate(path) : navigate(hit.path, { state: { act } }));
  };
  return {
    searching: isSearched(text) && (paused !== text || answers.some(({ isFetching }) => isFetching)),
    found: !(enabled && isSearched(text))
      ? []
      : open.flatMap(({ name }, i) =>
          (answers[i]?.data ?? []).map((hit): Entry => {
            const { id, path: _path, label, ...rest } = hit;
            return {
              ...rest,
              label: act === null ? label : t('actOn', { act: t(`acts.${act}`), name: label }),
              id: `${name} ${id}`,
              group: t(`groups.${name}`),
              icon: act === null ? icons[name] : acts[act].icon,
              run: goTo(hit),
            };
          }),
        ),
  };
}

/** All entries of the palette for a query: commands of the page, pages to go to, acts, and search results. */
export function useEntries(typed: string): { entries: Entry[]; searching: boolean } {
  const shell = useTexts();
  const t = usePaletteTexts();
  const navigate = useNavigate();
  const { releases } = useModules();
  const [mayLaunch, mayPay] = [useMayAct('launch'), useMayAct('pay')];
  const names = useMemo(
    () => actNames.filter((name) => (acts[name].needs === 'pay' ? mayPay : mayLaunch)),
    [mayLaunch, mayPay],
  );
  const pages = usePages();
  const commands = useRegisteredCommands();
  const labelOf = (name: ActName) => t(`acts.${name}`);
  const { act, text } = readTyped(typed, names, labelOf);
  const { found, searching } = useSearchResults(text, act);
  const fixed = useMemo(() => {
    const own = commands
      .filter(({ inPalette }) => inPalette)
      .map(({ inPalette: _named, ...command }, i): Entry => ({ ...command, id: `command ${i}` }));
    const goes = pages.map(({ id, label, path, icon }): Entry => ({
      id: `go ${id}`,
      group: shell('palette.goTo'),
      label,
      icon,
      ...goKeysOf(id),
      run: () => void navigate(path),
    }));
    const canAct = (name: ActName) =>
      sources.some(
        ({ name: source, page }) => acts[name].of.includes(source) && findModulePage(releases, page),
      );
    const begun = names.filter(canAct).map((name): Entry => ({
      id: `act ${name}`,
      group: t('act'),
      label: t('actOn', { act: t(`acts.${name}`), name: '…' }),
      detail: acts[name].of.map((source) => t(`groups.${source}`)).join(', '),
      icon: acts[name].icon,
      fill: `${t(`acts.${name}`)} `,
      run: () => undefined,
    }));
    // Commands that work on every page come last.
    const anywhere = shell('shortcuts.everywhere');
    const always = own.filter(({ group }) => group === anywhere);
    return [...own.filter((one) => !always.includes(one)), ...goes, ...begun, ...always];
  }, [commands, names, navigate, pages, releases, shell, t]);
  const shown = act === null ? fixed.filter((entry) => matches(entry, text)) : [];
  return { entries: [...shown, ...found], searching };
}
