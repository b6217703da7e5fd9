import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { PoolDto, PoolMemberDto } from '@tessera/api';
import { EmptyState, type SuccessMessage, useAction } from '@tessera/ui';
import { moveItem } from '@tessera/ui/forms';
import { Box, Button } from '@tessera/ui/mui';
import { DrawerPanel } from '@tessera/ui/panels';
import { useTexts } from '../../../texts';
import { AddMembers } from './add-members';
import { MemberList } from './member-list';
import { useAddMembers, useChangeMember, useRemoveMember } from './pools.api';

/** A pool with its members in order. */
export function PoolDrawer({ pool, onClose }: { pool: PoolDto; onClose: () => void }) {
  const t = useTexts();
  const [isAdding, setIsAdding] = useState(false);
  const { members, move, setStatus, add, remove } = usePoolMembers(pool);
  const addButton = (
    <Button startIcon={<Plus size={16} strokeWidth={1.75} aria-hidden />} onClick={() => setIsAdding(true)}>
      {t('pools.addLogins')}
    </Button>
  );
  return (
    <DrawerPanel title={pool.name} subtitle={t('pools.order')} onClose={onClose}>
      {members.length === 0 ? (
        <EmptyState action={addButton}>{t('pools.noMembers')}</EmptyState>
      ) : (
        <>
          <Box>{addButton}</Box>
          <MemberList members={members} onMove={move} onStatus={setStatus} onRemove={remove} />
        </>
      )}
      {isAdding ? (
        <AddMembers pool={pool} onAdd={(logins) => void add(logins)} onClose={() => setIsAdding(false)} />
      ) : null}
    </DrawerPanel>
  );
}

/** A pool's members and their actions. A change is shown optimistically and reverted if the request fails. */
function usePoolMembers(pool: PoolDto) {
  const t = useTexts();
  const actions = useAction();
  const [pendingMembers, setPendingMembers] = useState<readonly PoolMemberDto[] | null>(null);
  const { mutateAsync: change } = useChangeMember();
  const { mutateAsync: add } = useAddMembers();
  const { mutateAsync: remove } = useRemoveMember();
  const members = pendingMembers ?? pool.members;

  async function attempt<T>(work: () => Promise<T>, message: SuccessMessage<T>) {
    await actions.attempt(work, message);
    setPendingMembers(null);
  }
  const changeMember = (loginId: number, part: { position?: number; status?: PoolMemberDto['status'] }) =>
    attempt(() => change({ id: pool.id, loginId, change: part }), null);
  return {
    members,
    move: (loginId: number, position: number) => {
      const from = members.findIndex(({ login_id }) => login_id === loginId);
      setPendingMembers(moveItem(members, from, position - 1));
      void changeMember(loginId, { position });
    },
    setStatus: (loginId: number, status: PoolMemberDto['status']) => {
      setPendingMembers(
        members.map((member) => (member.login_id === loginId ? { ...member, status } : member)),
      );
      void changeMember(loginId, { status });
    },
    add: (logins: number[]) =>
      attempt(
        () => add({ id: pool.id, logins }),
        t('pools.added', { count: logins.length, name: pool.name }),
      ),
    remove: ({ login_id, login_name, position }: PoolMemberDto) => {
      const restore = async () => {
        await add({ id: pool.id, logins: [login_id] });
        await change({ id: pool.id, loginId: login_id, change: { position } });
      };
      const undo = { restore, message: t('pools.addedBack', { login: login_name, name: pool.name }) };
      void attempt(
        () => remove({ id: pool.id, loginId: login_id }),
        actions.withUndo(t('pools.removed', { login: login_name, name: pool.name }), undo),
      );
    },
  };
}
