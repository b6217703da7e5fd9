import { CornerDownLeft } from 'lucide-react';
import { styled } from '@tessera/ui/mui';
import type { Entry } from './entry';
import { Keys } from './keys';

const Root = styled('div')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 32,
  padding: '0 8px',
  borderRadius: 6,
  cursor: 'pointer',
  '& svg': { flex: 'none', color: vars.palette.text.secondary },
  '& .label': { flex: '0 1 auto', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .detail': {
    ...typography.caption,
    flex: 1,
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: vars.palette.text.tertiary,
  },
  '&[aria-selected="true"]': { backgroundColor: vars.palette.surface.selected },
  '&[aria-disabled="true"]': { color: vars.palette.text.tertiary, cursor: 'default' },
  '@media (pointer: coarse)': { minHeight: 40 },
}));

export interface PaletteOptionProps {
  id: string;
  entry: Entry;
  active: boolean;
  onPoint: () => void;
  onTake: () => void;
}

/** One option of the palette; a disabled one shows the reason. */
export function PaletteOption({ id, entry, active, onPoint, onTake }: PaletteOptionProps) {
  const { label, detail, icon: Icon, keys, disabled } = entry;
  return (
    <Root
      id={id}
      role="option"
      aria-selected={active}
      aria-disabled={disabled === undefined ? undefined : true}
      onMouseMove={active ? undefined : onPoint}
      onClick={onTake}
    >
      {Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden /> : <span style={{ width: 16 }} />}
      <span className="label" title={label}>
        {label}
      </span>
      <span className="detail" title={disabled ?? detail}>
        {disabled ?? detail}
      </span>
      {keys ? <Keys keys={keys.slice(0, 1)} /> : active ? <CornerDownLeft size={14} aria-hidden /> : null}
    </Root>
  );
}
