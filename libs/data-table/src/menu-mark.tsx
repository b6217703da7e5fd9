import { Check } from 'lucide-react';

/** The place before a menu's entry that can be on, with a tick while it is; what is spoken is the entry's own state. */
export const MenuMark = ({ on }: { on: boolean }) => (
  <span style={{ width: 20, display: 'inline-flex', flex: 'none' }}>
    {on ? <Check size={14} strokeWidth={2} aria-hidden /> : null}
  </span>
);
