import type { LoginSummaryDto, PoolDto } from '@tessera/api';
import { Box } from '@tessera/ui/mui';
import { stateLabel, StatusChip, describeError } from '@tessera/ui';
import { ChoiceDialog } from '@tessera/data-table/choice-dialog';
import { extractEmails, PlainSelect, PlainTextField, type ChoiceItem } from '@tessera/ui/forms';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTexts, type AdminTexts } from '../../../texts';
import { memberChoicesQuery, poolChoicesQuery } from './pools.api';

const statuses = ['active', 'failed', 'disabled'] as const;

export interface AddMembersProps {
  pool: PoolDto;
  onAdd: (logins: number[]) => void;
  onClose: () => void;
}

const toItemIn =
  (t: AdminTexts) =>
  (login: LoginSummaryDto): ChoiceItem => ({
    id: login.id,
    label: login.email,
    status: <StatusChip of="login" state={login.status} />,
    blocked: login.status === 'disabled' ? t('words.disabled') : undefined,
  });

/** Logins of the pool's site and realm that are no members yet, beside those that are chosen, in order. */
export function AddMembers({ pool, onAdd, onClose }: AddMembersProps) {
  const t = useTexts();
  const toItem = useMemo(() => toItemIn(t), [t]);
  const read = useQuery(memberChoicesQuery(pool.site_id));
  const { data: pools } = useQuery(poolChoicesQuery(pool.site_id));
  const [status, setStatus] = useState('');
  const [from, setFrom] = useState('');
  const [search, setSearch] = useState('');
  const [said, setSaid] = useState('');
  const [ids, setIds] = useState<readonly number[]>([]);
  const all = useMemo(() => {
    const members = new Set(pool.members.map(({ login_id }) => login_id));
    return read.data?.filter(({ id, realm_id }) => realm_id === pool.realm_id && !members.has(id));
  }, [read.data, pool]);
  const offered = useMemo(() => {
    const words = search.trim().toLowerCase();
    const others = pools?.filter(({ id }) => (from === 'none' ? id !== pool.id : String(id) === from));
    const named = new Set(others?.flatMap(({ members }) => members.map(({ login_id }) => login_id)));
    return all
      ?.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(words))
      .filter((login) => status === '' || login.status === status)
      .filter(({ id }) => from === '' || named.has(id) !== (from === 'none'))
      .map(toItem);
  }, [all, from, pool.id, pools, search, status, toItem]);
  const chosen = useMemo(() => {
    const byId = new Map(all?.map((login) => [login.id, login]));
    return ids.flatMap((id) => byId.get(id) ?? []).map(toItem);
  }, [all, ids, toItem]);
  const paste = (text: string): boolean => {
    const emails = extractEmails(text);
    if (emails.length < 2) return false;
    const free = new Map(
      all?.filter(({ status }) => status !== 'disabled').map(({ id, email }) => [email.toLowerCase(), id]),
    );
    const found = emails.flatMap((email) => free.get(email) ?? []);
    const unknown = emails.filter((email) => !free.has(email));
    setIds((before) => [...before, ...found.filter((id) => !before.includes(id))]);
    const named = unknown.slice(0, 3).join(', ') + (unknown.length > 3 ? ' …' : '');
    setSaid(
      unknown.length > 0
        ? t('pools.foundSome', { found: found.length, emails: named })
        : t('pools.found', { found: found.length }),
    );
    return true;
  };
  return (
    <ChoiceDialog
      title={t('pools.addLoginsTo', { name: pool.name })}
      subtitle={t('pools.addHelp')}
      noun={t('pools.login')}
      nouns={t('pools.logins')}
      options={offered}
      chosen={chosen}
      onChange={setIds}
      error={read.error ? describeError(read.error) : null}
      onRetry={() => void read.refetch()}
      empty={all?.length === 0 ? t('pools.allMembers') : t('pools.noMatch')}
      note={said}
      filters={
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))' },
            '& > :first-of-type': { gridColumn: { xs: '1 / -1', sm: 'auto' } },
            gap: 1.5,
            alignItems: 'start',
            px: 3,
            py: 1.5,
          }}
          onPaste={(event) => {
            if (paste(event.clipboardData.getData('text'))) event.preventDefault();
          }}
        >
          <PlainTextField
            label={t('pools.find')}
            value={search}
            onChange={setSearch}
            placeholder={t('pools.findHelp')}
            autoFocus
          />
          <PlainSelect
            label={t('pools.pools')}
            value={from}
            onChange={setFrom}
            empty={t('pools.anyPool')}
            options={[
              { value: 'none', label: t('pools.noPool') },
              ...(pools ?? [])
                .filter(({ id }) => id !== pool.id)
                .map(({ id, name }) => ({ value: String(id), label: t('pools.inPool', { name }) })),
            ]}
          />
          <PlainSelect
            label={t('words.status')}
            value={status}
            onChange={setStatus}
            empty={t('pools.anyStatus')}
            options={statuses.map((value) => ({ value, label: stateLabel('login', value) }))}
          />
        </Box>
      }
      submitLabel={t('pools.addCount', { count: ids.length })}
      isBusy={ids.length === 0}
      onSubmit={() => {
        onAdd([...ids]);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
