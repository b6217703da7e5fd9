import type { PoolDto, PoolMemberDto } from '@tessera/api';
import { useAction, type SuccessMessage } from '@tessera/ui';
import { moveItem } from '@tessera/ui/forms';
import { useState } from 'react';
import { useTexts } from '../../../texts';
import { useAddMembers, useChangeMember, useRemoveMember } from './pools.api';

/** A pool's members and what is done with them; a move shows at once, and goes back when the server refuses it. */
export function usePoolMembers(pool: PoolDto) {
  const t = useTexts();
  const actions = useAction();
  const [wished, setWished] = useState<readonly PoolMemberDto[] | null>(null);
  const { mutateAsync: change } = useChangeMember();
  const { mutateAsync: add } = useAddMembers();
  const { mutateAsync: remove } = useRemoveMember();
  const members = wished ?? pool.members;

  const attempt = async <T>(work: () => Promise<T>, said: SuccessMessage<T>) => {
    await actions.attempt(work, said);
    setWished(null);
  };
  const put = (loginId: number, part: { position?: number; status?: PoolMemberDto['status'] }) =>
    attempt(() => change({ id: pool.id, loginId, change: part }), null);
  return {
    members,
    move: (loginId: number, position: number) => {
      const from = members.findIndex(({ login_id }) => login_id === loginId);
      setWished(moveItem(members, from, position - 1));
      void put(loginId, { position });
    },
    setStatus: (loginId: number, status: PoolMemberDto['status']) => {
      setWished(members.map((member) => (member.login_id === loginId ? { ...member, status } : member)));
      void put(loginId, { status });
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
      const back = { restore, message: t('pools.addedBack', { login: login_name, name: pool.name }) };
      void attempt(
        () => remove({ id: pool.id, loginId: login_id }),
        actions.withUndo(t('pools.removed', { login: login_name, name: pool.name }), back),
      );
    },
  };
}
