import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type ChoiceItem, extractEmails } from '@tessera/ui/forms';
import { poolsQuery, siteLoginsQuery } from '../lookups/lookups.api';
import { type TasksTexts, useTexts } from '../texts';
import { type TicketFilter, withoutTicketsQuery } from './without-tickets.api';

/** Why a login can't be chosen; undefined when it can. One that failed to sign in can: the plan has a warning. */
const blockedReason = (t: TasksTexts, { status }: { status: string }): string | undefined =>
  status === 'disabled' ? t('loginChoice.disabled') : undefined;

/** A login as an item of the choice; a blocked one is shown with its reason. */
export const toChoiceItem = (
  t: TasksTexts,
  login: { id: number; name: string; email: string; status: string },
): ChoiceItem => ({
  id: login.id,
  label: login.name,
  detail: login.email === login.name ? undefined : login.email,
  blocked: blockedReason(t, login),
});

export interface LoginChoiceInput {
  siteId: number;
  eventId: number | null;
  /** Only logins of this realm; null for all readable ones. */
  realmId: number | null;
  chosen: readonly number[];
}

/** State of the dialog: the logins that match its filters, and the chosen ones in order. */
export function useLoginChoice({ siteId, eventId, realmId, chosen: initial }: LoginChoiceInput) {
  const t = useTexts();
  const [search, setSearch] = useState('');
  const [tickets, setTickets] = useState<TicketFilter>('any');
  const [pool, setPool] = useState('');
  const [status, setStatus] = useState('');
  const [chosen, setChosen] = useState<readonly number[]>(initial);
  const loginsQuery = useQuery(siteLoginsQuery(siteId));
  const { data: pools } = useQuery(poolsQuery());
  const { data: eligible } = useQuery(withoutTicketsQuery(siteId, eventId, tickets));
  const sitePools = useMemo(() => (pools ?? []).filter((one) => one.site_id === siteId), [pools, siteId]);
  const all = useMemo(
    () => (loginsQuery.data ?? []).filter((login) => realmId === null || login.realm_id === realmId),
    [loginsQuery.data, realmId],
  );
  const offered = useMemo(() => {
    const searchText = search.trim().toLowerCase();
    const members = sitePools.find((one) => String(one.id) === pool)?.members;
    const order = new Map(members?.map((member, i) => [member.login_id, i]));
    return all
      .filter(
        (login) => searchText === '' || `${login.name} ${login.email}`.toLowerCase().includes(searchText),
      )
      .filter((login) => tickets === 'any' || (eligible?.has(login.id) ?? false))
      .filter((login) => pool === '' || order.has(login.id))
      .filter((login) => status === '' || login.status === status)
      .sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
  }, [all, search, tickets, eligible, pool, status, sitePools]);

  const setSelected = (ids: readonly number[], on: boolean) =>
    setChosen((before) => {
      const others = before.filter((id) => !ids.includes(id));
      return on ? [...before, ...ids.filter((id) => !before.includes(id))] : others;
    });
  /** Chooses the logins whose e-mail addresses the text contains; returns how many were found, and the unknown ones. */
  const addEmails = (text: string): { found: number; unknown: string[] } => {
    const byEmail = new Map(
      all.filter((login) => !blockedReason(t, login)).map((login) => [login.email.toLowerCase(), login.id]),
    );
    const emails = extractEmails(text);
    const ids = emails.flatMap((email) => byEmail.get(email) ?? []);
    setSelected(ids, true);
    return { found: ids.length, unknown: emails.filter((email) => !byEmail.has(email)) };
  };
  const byId = useMemo(() => new Map(all.map((login) => [login.id, login])), [all]);
  const chosenLogins = useMemo(
    () =>
      chosen.map((id) => {
        const name = t('words.loginNumbered', { id });
        return byId.get(id) ?? { id, name, email: name, status: 'active' as const };
      }),
    [chosen, byId, t],
  );
  return {
    loginsQuery,
    all,
    offered,
    chosen,
    chosenLogins,
    setSelected,
    addEmails,
    setChosen,
    search,
    setSearch,
    tickets,
    setTickets,
    pool,
    setPool,
    status,
    setStatus,
    sitePools,
  };
}
