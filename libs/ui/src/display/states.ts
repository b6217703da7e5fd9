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
  type LucideIcon,
  Pause,
  PencilLine,
  PowerOff,
  ScanLine,
  ShoppingBasket,
  Square,
  Ticket,
  TimerOff,
  Trash2,
  TriangleAlert,
  Undo2,
  Unplug,
  X,
} from 'lucide-react';
import { text } from '../texts';
import type { Hue } from '../theme/tokens';

/** `solid`: in progress or completed. `open`: not started, or ended without result. `full`: needs action now. */
export type BadgeVariant = 'solid' | 'open' | 'full';

interface Appearance {
  hue: Hue;
  variant: BadgeVariant;
  icon: LucideIcon;
}

export interface StateAppearance extends Appearance {
  label: string;
}

const appearance =
  (variant: BadgeVariant) =>
  (hue: Hue, icon: LucideIcon): Appearance => ({ hue, variant, icon });
const solid = appearance('solid');
const open = appearance('open');
const full = appearance('full');

const scheduled = open('stone', Clock);
const running = solid('lapis', ChevronsRight);
const stopping = solid('stone', CircleStop);
const stopped = open('stone', Square);
const failed = solid('cinnabar', X);

/** The appearance of each state by kind; the keys are the API's values. */
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
    DELETED: open('stone', Trash2),
    REVERSED: open('cinnabar', Undo2),
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
    rolled_back_automatically: solid('cinnabar', Undo2),
    published: open('stone', CircleDashed),
    incompatible: open('cinnabar', Ban),
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
} as const satisfies Record<string, Record<string, Appearance>>;

export type StateKind = keyof typeof states;

/** Returns a state's label in the current language; for an unknown state (of a newer server) its value. */
export function stateLabel(kind: StateKind, state: string): string {
  if (Object.hasOwn(states[kind], state)) return text(`states.${kind}.${state}` as 'states.plan.ok');
  return state.charAt(0).toUpperCase() + state.slice(1).toLowerCase().replaceAll('_', ' ');
}

/** Returns a state's appearance; grey for an unknown state. */
export function stateAppearance(kind: StateKind, state: string): StateAppearance {
  const known: Record<string, Appearance> = states[kind];
  const appearance = Object.hasOwn(known, state) ? known[state] : undefined;
  return { ...(appearance ?? open('stone', CircleDashed)), label: stateLabel(kind, state) };
}

/**
 * Returns the states of a kind as options of a filter or a field, in the current language.
 *
 * @param without a state to leave out: one that the API doesn't have
 */
export const stateOptions = (kind: StateKind, without?: string): { value: string; label: string }[] =>
  Object.keys(states[kind])
    .filter((state) => state !== without)
    .map((value) => ({ value, label: stateLabel(kind, value) }));
