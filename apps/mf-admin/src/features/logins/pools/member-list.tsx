import { GripVertical, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { PoolMemberDto } from '@tessera/api';
import { VisuallyHidden } from '@tessera/ui';
import { moveItem } from '@tessera/ui/forms';
import { IconButton, styled, Switch } from '@tessera/ui/mui';
import { useTexts } from '../../../texts';

const List = styled('ol')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  listStyle: 'none',
  margin: 0,
  padding: 0,
  border: `1px solid ${vars.palette.line.main}`,
  borderRadius: 8,
  overflow: 'hidden',
  '& li': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 36, padding: '0 4px 0 0' },
  '& li:not(:last-child)': { borderBottom: `1px solid ${vars.palette.line.subtle}` },
  '& li.held': { backgroundColor: vars.palette.surface.selected },
  '& .handle': {
    font: 'inherit',
    display: 'inline-flex',
    alignItems: 'center',
    alignSelf: 'stretch',
    gap: 8,
    padding: '0 6px 0 10px',
    border: 0,
    background: 'none',
    color: vars.palette.text.tertiary,
    cursor: 'grab',
    touchAction: 'none',
    '&:focus-visible': { outlineOffset: -2, borderRadius: 6 },
  },
  '& .position': { minWidth: 18, textAlign: 'right' },
  '& .name': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .off .name': { color: vars.palette.text.tertiary },
}));

export interface MemberListProps {
  members: readonly PoolMemberDto[];
  /** Moves a login to a position, counted from 1. */
  onMove: (loginId: number, position: number) => void;
  onStatus: (loginId: number, status: PoolMemberDto['status']) => void;
  onRemove: (member: PoolMemberDto) => void;
}

/** A pool's members in order. They are moved by dragging or by the arrow keys on the handle. */
export function MemberList({ members, onMove, onStatus, onRemove }: MemberListProps) {
  const t = useTexts();
  // The list previews the order during a drag; the request is sent on drop.
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const shown = drag ? moveItem(members, drag.from, drag.to) : members;
  const move = (from: number, to: number) => {
    const member = members[from];
    if (!member || to < 0 || to >= members.length || to === from) return;
    setAnnouncement(
      t('pools.nowAt', { login: member.login_name, position: to + 1, members: members.length }),
    );
    onMove(member.login_id, to + 1);
  };
  const onHandleKey = (event: KeyboardEvent, i: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    move(i, i + step);
  };
  return (
    <>
      <List aria-label={t('pools.members')}>
        {shown.map((member, i) => (
          <li
            key={member.login_id}
            className={[drag?.to === i ? 'held' : '', member.status === 'disabled' ? 'off' : ''].join(' ')}
            onDragOver={(event) => {
              event.preventDefault();
              if (drag && drag.to !== i) setDrag({ ...drag, to: i });
            }}
          >
            <button
              type="button"
              className="handle"
              draggable
              aria-label={t('pools.move', {
                login: member.login_name,
                position: i + 1,
                members: members.length,
              })}
              onKeyDown={(event) => onHandleKey(event, i)}
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', member.login_name);
                setDrag({ from: i, to: i });
              }}
              onDragEnd={() => {
                if (drag) move(drag.from, drag.to);
                setDrag(null);
              }}
            >
              <GripVertical size={14} strokeWidth={1.75} aria-hidden />
              <span className="position">{i + 1}</span>
            </button>
            <span className="name" title={member.login_name}>
              {member.login_name}
            </span>
            <Switch
              checked={member.status === 'active'}
              onChange={(_event, on) => onStatus(member.login_id, on ? 'active' : 'disabled')}
              slotProps={{ input: { 'aria-label': t('pools.use', { login: member.login_name }) } }}
            />
            <IconButton
              size="small"
              aria-label={t('pools.remove', { login: member.login_name })}
              onClick={() => onRemove(member)}
            >
              <X size={14} strokeWidth={1.75} aria-hidden />
            </IconButton>
          </li>
        ))}
      </List>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}
