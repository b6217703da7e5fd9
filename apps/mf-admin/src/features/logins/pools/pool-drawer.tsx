import type { PoolDto } from '@tessera/api';
import { Box, Button } from '@tessera/ui/mui';
import { EmptyState } from '@tessera/ui';
import { DrawerPanel } from '@tessera/ui/panels';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../../texts';
import { AddMembers } from './add-members';
import { MemberList } from './member-list';
import { usePoolMembers } from './use-pool-members';

/** A pool beside the list: its members in order. */
export function PoolDrawer({ pool, onClose }: { pool: PoolDto; onClose: () => void }) {
  const t = useTexts();
  const [adding, setAdding] = useState(false);
  const { members, move, setStatus, add, remove } = usePoolMembers(pool);
  const button = (
    <Button startIcon={<Plus size={16} strokeWidth={1.75} aria-hidden />} onClick={() => setAdding(true)}>
      {t('pools.addLogins')}
    </Button>
  );
  return (
    <DrawerPanel title={pool.name} subtitle={t('pools.order')} onClose={onClose}>
      {members.length === 0 ? (
        <EmptyState action={button}>{t('pools.noMembers')}</EmptyState>
      ) : (
        <>
          <Box>{button}</Box>
          <MemberList members={members} onMove={move} onStatus={setStatus} onRemove={remove} />
        </>
      )}
      {adding ? (
        <AddMembers pool={pool} onAdd={(logins) => void add(logins)} onClose={() => setAdding(false)} />
      ) : null}
    </DrawerPanel>
  );
}
