import type { ReactNode } from 'react';
import { glyphClass, type StubIcon } from './stub-glyphs';

/** An icon of 12 px as a stub draws it: a class of the element that it stands in, or else what is to stand there. */
export function stubMark(icon: StubIcon): { glyph?: string; svg?: ReactNode } {
  if (typeof icon === 'string') return { glyph: glyphClass(icon) };
  const Icon = icon;
  return { svg: <Icon size={12} strokeWidth={2.5} /> };
}
