import {
  AlarmClock,
  Ban,
  Check,
  ChevronsRight,
  CircleDashed,
  CircleStop,
  Clock,
  DoorOpen,
  FlaskConical,
  History,
  Hourglass,
  Laptop,
  Link2,
  ListEnd,
  Loader,
  Pause,
  PencilLine,
  PowerOff,
  ScanLine,
  ShoppingBasket,
  Square,
  Ticket,
  TimerOff,
  TriangleAlert,
  Undo2,
  Unplug,
  X,
  type LucideIcon,
} from 'lucide-react';
import { text } from '../texts';
import type { Hue } from '../theme/tokens';

/** Solid: under way or settled. Open: not begun, or over without result. Full: act now. */
export type StubForm = 'solid' | 'open' | 'full';

interface Drawing {
  hue: Hue;
  form: StubForm;
  icon: LucideIcon;
}

export interface StateLook extends Drawing {
  word: string;
}

const look =
  (form: StubForm) =>
  (hue: Hue, icon: LucideIcon): Drawing => ({ hue, form, icon });
const solid = look('solid');
const open = look('open');
const full = look('full');

const scheduled = open('stone', Clock);
const running = solid('lapis', ChevronsRight);
const stopping = solid('stone', CircleStop);
const stopped = open('stone', Square);
const failed = solid('cinnabar', X);

/** How every state is drawn, by what it is a state of (look, section 4); keys are the wire's values. */
export const states = {
  task: {
    idle: open('stone', CircleDashed),
    scheduled,
    queued: open('lapis', ListEnd),
    running,
    waiting_room: solid('aegean', Hourglass),
    carted: solid('ochre', ShoppingBasket),
    stopping,
    stopped,
    bought: solid('verdigris', Check),
    failed,
    expired: open('ochre', TimerOff),
  },
  job: {
    draft: open('stone', PencilLine),
    scheduled,
    running,
    paused: solid('stone', Pause),
    stopping,
    stopped,
    completed: solid('verdigris', Check),
    failed,
  },
  ticket: {
    ACTIVE: solid('verdigris', Ticket),
    USED: solid('stone', ScanLine),
    CANCELLED: open('cinnabar', Ban),
  },
  hold: {
    held: solid('ochre', ShoppingBasket),
    lapsing: full('ochre', AlarmClock),
    expired: open('stone', TimerOff),
    confirmed: solid('verdigris', Check),
    confirmed_late: open('verdigris', History),
    removed: open('stone', Undo2),
  },
  link: {
    prequeue: open('stone', Clock),
    waiting: solid('aegean', Hourglass),
    your_turn: solid('verdigris', DoorOpen),
    entered: solid('lapis', Link2),
    ends_soon: full('ochre', AlarmClock),
    expired: open('stone', TimerOff),
    cancelled: open('stone', Ban),
    error: solid('cinnabar', X),
  },
  module: {
    loading: open('stone', Loader),
    stable: solid('verdigris', Check),
    canary: solid('lapis', FlaskConical),
    local: solid('ochre', Laptop),
    rolled_back: solid('stone', Undo2),
    off: open('stone', PowerOff),
    not_loaded: solid('cinnabar', Unplug),
  },
  plan: {
    ok: solid('verdigris', Check),
    warn: solid('ochre', TriangleAlert),
    blocked: solid('cinnabar', Ban),
  },
  login: {
    active: solid('verdigris', Check),
    disabled: open('stone', Ban),
    failed: solid('cinnabar', X),
  },
  event: {
    announced: open('stone', Clock),
    on_sale: solid('verdigris', Ticket),
    sold_out: solid('cinnabar', X),
    closed: open('stone', Ban),
  },
  invitation: {
    pending: open('lapis', Clock),
    used: solid('verdigris', Check),
    revoked: open('stone', Undo2),
    expired: open('stone', TimerOff),
  },
  worker: {
    active: solid('verdigris', Check),
    draining: solid('stone', CircleStop),
    ended: open('stone', Square),
    lost: solid('cinnabar', Unplug),
  },
  account: {
    active: solid('verdigris', Check),
    disabled: open('stone', Ban),
    suspended: solid('cinnabar', Pause),
    invited: open('lapis', Clock),
  },
} as const satisfies Record<string, Record<string, Drawing>>;

export type StateKind = keyof typeof states;

/** What a state is called, in the language of the moment; one that is not known (a newer server's) is its own word. */
export function stateWord(kind: StateKind, state: string): string {
  // Only the states that are drawn have words.
  if (Object.hasOwn(states[kind], state)) return text(`states.${kind}.${state}` as 'states.plan.ok');
  return state.charAt(0).toUpperCase() + state.slice(1).toLowerCase().replaceAll('_', ' ');
}

/** The look of a state; one that is not known is drawn in stone. */
export function stateLook(kind: StateKind, state: string): StateLook {
  const known: Record<string, Drawing> = states[kind];
  const drawing = Object.hasOwn(known, state) ? known[state] : undefined;
  return { ...(drawing ?? open('stone', CircleDashed)), word: stateWord(kind, state) };
}

/**
 * The states of a kind, to choose from in a filter or a field; made while drawing, since it follows the language.
 *
 * @param without what is only drawn and no state of the wire
 */
export const stateOptions = (kind: StateKind, without?: string): { value: string; label: string }[] =>
  Object.keys(states[kind])
    .filter((state) => state !== without)
    .map((value) => ({ value, label: stateWord(kind, value) }));
