import type { LucideIcon } from 'lucide-react';

/**
 * The icons that states are drawn with, by lucide's names. They are characters of a face of their own (`stub-glyphs.woff2`,
 * written with its style sheet by `npm run glyphs` from this list): a state stands in each row of a long list, where an SVG
 * element has the browser reckon with a coordinate system and a clip of its own in every frame.
 */
export const stubGlyphs = [
  'alarm-clock',
  'ban',
  'check',
  'chevrons-right',
  'circle-dashed',
  'circle-stop',
  'clock',
  'door-open',
  'flask-conical',
  'history',
  'hourglass',
  'laptop',
  'link-2',
  'list-end',
  'loader',
  'pause',
  'pencil-line',
  'power-off',
  'scan-line',
  'shopping-basket',
  'square',
  'ticket',
  'timer-off',
  'triangle-alert',
  'undo-2',
  'unplug',
  'x',
] as const;

/** A character of the face of stubs. */
export type StubGlyph = (typeof stubGlyphs)[number];

/** What stands in a stub's square: a character of its face, or any of lucide's icons where there are few stubs. */
export type StubIcon = StubGlyph | LucideIcon;

/** The classes of an element that begins with the character. */
export const glyphClass = (glyph: StubGlyph): string => `glyph glyph-${glyph}`;
