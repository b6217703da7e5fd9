import {
  CircleDollarSign,
  FlaskConical,
  type LucideIcon,
  Pause,
  Play,
  Rocket,
  RotateCcw,
  Square,
} from 'lucide-react';
import type { Act } from '@tessera/domain';
import type { Hit, Source } from './search-sources';

/** What the palette can do with a record. */
export const actNames = [
  'start',
  'pause',
  'resume',
  'stop',
  'retry_failed',
  'launch',
  'rehearse',
  'pay',
] as const;
export type ActName = (typeof actNames)[number];

export interface PaletteAct {
  icon: LucideIcon;
  /** What the person must be allowed. */
  needs: Extract<Act, 'launch' | 'pay'>;
  /** The lists whose records it applies to, in the order in which they are shown. */
  of: readonly Source['name'][];
  /** Where the record's own page asks and does it; by default the record's page, with the act in the history entry. */
  path?: (hit: Hit) => string;
}

/** Each act is done by the record's page, with the question and the undo that it has there. */
export const acts: Record<ActName, PaletteAct> = {
  start: { icon: Play, needs: 'launch', of: ['jobs', 'tasks'] },
  pause: { icon: Pause, needs: 'launch', of: ['jobs', 'tasks'] },
  resume: { icon: RotateCcw, needs: 'launch', of: ['jobs', 'tasks'] },
  stop: { icon: Square, needs: 'launch', of: ['jobs', 'tasks'] },
  retry_failed: { icon: RotateCcw, needs: 'launch', of: ['jobs'] },
  launch: { icon: Rocket, needs: 'launch', of: ['templates', 'jobs'] },
  rehearse: { icon: FlaskConical, needs: 'launch', of: ['templates', 'jobs'] },
  pay: { icon: CircleDollarSign, needs: 'pay', of: ['events'], path: ({ id }) => `/pay?event=${id}` },
};

/** What was typed: an act with the rest of the text, or text alone. */
export interface Typed {
  act: ActName | null;
  text: string;
}

/** Reads one of the acts at the beginning: its label in the person's language, or a beginning of it of at least three letters. */
export function readTyped(
  text: string,
  names: readonly ActName[],
  labelOf: (name: ActName) => string,
): Typed {
  const [first = '', ...rest] = text.trim().split(/\s+/);
  const word = first.toLowerCase();
  const act =
    word.length < 3 ? undefined : names.find((name) => labelOf(name).toLowerCase().startsWith(word));
  return act && rest.length > 0 ? { act, text: rest.join(' ') } : { act: null, text: text.trim() };
}
