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

export interface Act {
  icon: LucideIcon;
  /** The lists whose records it applies to, in the order in which they are shown. */
  of: readonly Source['name'][];
  /** Where the record's own page asks and does it; by default the record's page, with the act in the history entry. */
  path?: (hit: Hit) => string;
}

/** Each act is done by the record's page, with the question and the undo that it has there. */
export const acts: Record<ActName, Act> = {
  start: { icon: Play, of: ['jobs', 'tasks'] },
  pause: { icon: Pause, of: ['jobs', 'tasks'] },
  resume: { icon: RotateCcw, of: ['jobs', 'tasks'] },
  stop: { icon: Square, of: ['jobs', 'tasks'] },
  retry_failed: { icon: RotateCcw, of: ['jobs'] },
  launch: { icon: Rocket, of: ['templates', 'jobs'] },
  rehearse: { icon: FlaskConical, of: ['templates', 'jobs'] },
  pay: { icon: CircleDollarSign, of: ['events'], path: ({ id }) => `/pay?event=${id}` },
};

/** What was typed: an act with the rest of the text, or text alone. */
export interface Typed {
  act: ActName | null;
  text: string;
}

/** Reads an act at the beginning: its label in the person's language, or a beginning of it of at least three letters. */
export function readTyped(text: string, labelOf: (name: ActName) => string): Typed {
  const [first = '', ...rest] = text.trim().split(/\s+/);
  const word = first.toLowerCase();
  const act =
    word.length < 3 ? undefined : actNames.find((name) => labelOf(name).toLowerCase().startsWith(word));
  return act && rest.length > 0 ? { act, text: rest.join(' ') } : { act: null, text: text.trim() };
}
