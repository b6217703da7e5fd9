import type { ReactNode } from 'react';
import type { Hue } from '../theme/tokens';
import { glyphClass, type StubIcon } from './glyphs/stub-glyphs';
import type { StubForm } from './states';

export interface StubProps {
  icon: StubIcon;
  hue: Hue;
  form: StubForm;
  children: ReactNode;
  /** An ink stub with the pause sign in front. */
  before?: ReactNode;
  title?: string;
}

/** A ticket stub: icon in a square, word beside it; drawn by `stub-look.ts`. For states use StatusChip. */
export function Stub({ icon, hue, form, children, before, title }: StubProps) {
  const Icon = typeof icon === 'string' ? null : icon;
  const glyph = typeof icon === 'string' ? ` ${glyphClass(icon)}` : '';
  const stub = (
    <span className={`ticket-stub ${hue} ${form}${glyph}`} title={title}>
      {Icon ? <Icon size={12} strokeWidth={2.5} /> : null}
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
