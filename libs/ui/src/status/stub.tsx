import type { ReactNode } from 'react';
import type { Hue } from '../theme/tokens';
import type { StubIcon } from './glyphs/stub-glyphs';
import { stubMark } from './glyphs/stub-mark';
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
  const { glyph = '', svg } = stubMark(icon);
  const stub = (
    <span className={`ticket-stub ${hue} ${form} ${glyph}`} title={title}>
      {svg}
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
