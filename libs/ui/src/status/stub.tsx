import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Hue } from '../theme/tokens';
import type { StubForm } from './states';

export interface StubProps {
  icon: LucideIcon;
  hue: Hue;
  form: StubForm;
  children: ReactNode;
  /** An ink stub with the pause sign in front. */
  before?: ReactNode;
  title?: string;
}

/** A ticket stub: icon in a square, word beside it; drawn by `stub-look.ts`. For states use StatusChip. */
export function Stub({ icon: Icon, hue, form, children, before, title }: StubProps) {
  const stub = (
    <span className={`ticket-stub ${hue} ${form}`} title={title}>
      <Icon size={12} strokeWidth={2.5} />
      {children}
    </span>
  );
  return before ? (
    <span className="ticket-pause">
      {before}
      {stub}
    </span>
  ) : (
    stub
  );
}
