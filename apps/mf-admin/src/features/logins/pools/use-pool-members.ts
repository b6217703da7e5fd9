import type { PoolDto, PoolMemberDto } from '@tessera/api';
import { moved, toProblem, useSnackbar } from '@tessera/ui';
import { useState } from 'react';
import { useAddMembers, useChangeMember, useRemoveMember } from './pools.api';

/** A pool's members and what is done with them; a move shows at once, and goes back when the server refuses it. */
export function usePoolMembers(pool: PoolDto) {
  const snackbar = useSnackbar();
  const [wished, setWished] = useState<readonly PoolMemberDto[] | null>(null);
  const { mutateAsync: change } = useChangeMember();
  const { mutateAsync: add } = useAddMembers();
  const { mutateAsync: remove } = useRemoveMember();
  const members = wished ?? pool.members;

  const attempt = async (work: () => Promise<unknown>, said?: string) => {
    try {
      await work();
      if (said) snackbar.show(said);
    } catch (error) {
      snackbar.fail(toProblem(error));
    }
    setWished(null);
  };
  const put = (loginId: number, part: { position?: number; status?: PoolMemberDto['status'] }) =>
    attempt(() => change({ id: pool.id, loginId, change: part }));
  return {
    members,
    move: (loginId: number, position: number) => {
      const from = members.findIndex(({ login_id }) => login_id === loginId);
      setWished(moved(members, from, position - 1));
      void put(loginId, { position });
    },
    setStatus: (loginId: number, status: PoolMemberDto['status']) => {
      setWished(members.map((member) => (member.login_id === loginId ? { ...member, status } : member)));
      void put(loginId, { status });
    },
    add: (logins: number[]) =>
      attempt(
        () => add({ id: pool.id, logins }),
        `${logins.length} ${logins.length === 1 ? 'login' : 'logins'} added to ${pool.name}`,
      ),
    remove: ({ login_id, login_name, position }: PoolMemberDto) => {
      const back = async () => {
        await add({ id: pool.id, logins: [login_id] });
        await change({ id: pool.id, loginId: login_id, change: { position } });
      };
      void attempt(async () => {
        await remove({ id: pool.id, loginId: login_id });
        const undo = { label: 'Undo', onSelect: () => void attempt(back) };
        snackbar.show({ message: `${login_name} taken out of ${pool.name}`, action: undo });
      });
    },
  };
}
