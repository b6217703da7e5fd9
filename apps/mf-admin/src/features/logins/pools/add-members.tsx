import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { LoginSummaryDto, PoolDto } from '@tessera/api';
import { ChoiceDialog } from '@tessera/data-table/choice-dialog';
import { describeError, stateLabel, StatusChip } from '@tessera/ui';
import { type ChoiceItem, extractEmails, PlainSelect, PlainTextField } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { type AdminTexts, useTexts } from '../../../texts';
import { memberChoicesQuery, poolChoicesQuery } from './pools.api';

const statuses = ['active', 'failed', 'disabled'] as const;

export interface AddMembersProps {
  pool: PoolDto;
  onAdd: (logins: number[]) => void;
  onClose: () => void;
}

const createToItem =
  (t: AdminTexts) =>
  (login: LoginSummaryDto): ChoiceItem => ({
    id: login.id,
    label: login.name,
    detail: login.email === login.name ? undefined : login.email,
    status: <StatusChip of="login" state={login.status} />,
    blocked: login.status === 'disabled' ? t('words.disabled') : undefined,
  });

/** Chooses logins of the pool's site and realm that aren't members yet. */
export function AddMembers({ pool, onAdd, onClose }: AddMembersProps) {
  const t = useTexts();
  const toItem = useMemo(() => createToItem(t), [t]);
  const logins = useQuery(memberChoicesQuery(pool.site_id));
  const { data: pools } = useQuery(poolChoicesQuery(pool.site_id));
  const [status, setStatus] = useState('');
  const [poolFilter, setPoolFilter] = useState('');
  const [search, setSearch] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const [ids, setIds] = useState<readonly number[]>([]);
  const nonMembers = useMemo(() => {
    const members = new Set(pool.members.map(({ login_id }) => login_id));
    return logins.data?.filter(({ id, realm_id }) => realm_id === pool.realm_id && !members.has(id));
  }, [logins.data, pool]);
  const available = useMemo(() => {
    const searchText = search.trim().toLowerCase();
    const others = pools?.filter(({ id }) =>
      poolFilter === 'none' ? id !== pool.id : String(id) === poolFilter,
    );
    const named = new Set(others?.flatMap(({ members }) => members.map(({ login_id }) => login_id)));
    return nonMembers
      ?.filter(({ name, email }) => `${name} ${email}`.toLowerCase().includes(searchText))
      .filter((login) => status === '' || login.status === status)
      .filter(({ id }) => poolFilter === '' || named.has(id) !== (poolFilter === 'none'))
      .map(toItem);
  }, [nonMembers, poolFilter, pool.id, pools, search, status, toItem]);
  const chosen = useMemo(() => {
    const byId = new Map(nonMembers?.map((login) => [login.id, login]));
    return ids.flatMap((id) => byId.get(id) ?? []).map(toItem);
  }, [nonMembers, ids, toItem]);
  const addPastedEmails = (text: string): boolean => {
    const emails = extractEmails(text);
    if (emails.length < 2) return false;
    const idsByEmail = new Map(
      nonMembers
        ?.filter(({ status }) => status !== 'disabled')
        .map(({ id, email }) => [email.toLowerCase(), id]),
    );
    const found = emails.flatMap((email) => idsByEmail.get(email) ?? []);
    const unknown = emails.filter((email) => !idsByEmail.has(email));
    setIds((before) => [...before, ...found.filter((id) => !before.includes(id))]);
    const named = unknown.slice(0, 3).join(', ') + (unknown.length > 3 ? ' …' : '');
    setAnnouncement(
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
      options={available}
      chosen={chosen}
      onChange={setIds}
      error={logins.error ? describeError(logins.error) : null}
      onRetry={() => void logins.refetch()}
      empty={nonMembers?.length === 0 ? t('pools.allMembers') : t('pools.noMatch')}
      note={announcement}
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
            if (addPastedEmails(event.clipboardData.getData('text'))) event.preventDefault();
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
            value={poolFilter}
            onChange={setPoolFilter}
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
