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
import type { Hue } from '../theme/tokens';

/** Solid: under way or settled. Open: not begun, or over without result. Full: act now. */
export type StubForm = 'solid' | 'open' | 'full';

export interface StateLook {
  word: string;
  hue: Hue;
  form: StubForm;
  icon: LucideIcon;
}

const look =
  (form: StubForm) =>
  (word: string, hue: Hue, icon: LucideIcon): StateLook => ({ word, hue, form, icon });
const solid = look('solid');
const open = look('open');
const full = look('full');

const scheduled = open('Scheduled', 'stone', Clock);
const running = solid('Running', 'lapis', ChevronsRight);
const stopping = solid('Stopping', 'stone', CircleStop);
const stopped = open('Stopped', 'stone', Square);
const failed = solid('Failed', 'cinnabar', X);

/** How every state looks, by what it is a state of (look, section 4); keys are the wire's values. */
export const states = {
  task: {
    idle: open('Idle', 'stone', CircleDashed),
    scheduled,
    queued: open('Queued', 'lapis', ListEnd),
    running,
    waiting_room: solid('Waiting room', 'aegean', Hourglass),
    carted: solid('Carted', 'ochre', ShoppingBasket),
    stopping,
    stopped,
    bought: solid('Bought', 'verdigris', Check),
    failed,
    expired: open('Expired', 'ochre', TimerOff),
  },
  job: {
    draft: open('Draft', 'stone', PencilLine),
    scheduled,
    running,
    paused: solid('Paused', 'stone', Pause),
    stopping,
    stopped,
    completed: solid('Completed', 'verdigris', Check),
    failed,
  },
  ticket: {
    ACTIVE: solid('Active', 'verdigris', Ticket),
    USED: solid('Used', 'stone', ScanLine),
    CANCELLED: open('Cancelled', 'cinnabar', Ban),
  },
  hold: {
    held: solid('Held', 'ochre', ShoppingBasket),
    lapsing: full('Lapsing', 'ochre', AlarmClock),
    expired: open('Expired', 'stone', TimerOff),
    confirmed: solid('Confirmed', 'verdigris', Check),
    confirmed_late: open('Confirmed late', 'verdigris', History),
    removed: open('Removed', 'stone', Undo2),
  },
  link: {
    prequeue: open('Not open yet', 'stone', Clock),
    waiting: solid('Waiting', 'aegean', Hourglass),
    your_turn: solid('Your turn', 'verdigris', DoorOpen),
    entered: solid('In use', 'lapis', Link2),
    ends_soon: full('Ends soon', 'ochre', AlarmClock),
    expired: open('Ended', 'stone', TimerOff),
    cancelled: open('Cancelled', 'stone', Ban),
    error: solid('Error', 'cinnabar', X),
  },
  module: {
    loading: open('Loading', 'stone', Loader),
    stable: solid('Stable', 'verdigris', Check),
    canary: solid('Canary', 'lapis', FlaskConical),
    local: solid('Local', 'ochre', Laptop),
    rolled_back: solid('Rolled back', 'stone', Undo2),
    off: open('Off', 'stone', PowerOff),
    not_loaded: solid('Not loaded', 'cinnabar', Unplug),
  },
  plan: {
    ok: solid('OK', 'verdigris', Check),
    warn: solid('Warning', 'ochre', TriangleAlert),
    blocked: solid('Blocked', 'cinnabar', Ban),
  },
  login: {
    active: solid('Active', 'verdigris', Check),
    disabled: open('Disabled', 'stone', Ban),
    failed: solid('Sign-in failed', 'cinnabar', X),
  },
  event: {
    announced: open('Announced', 'stone', Clock),
    on_sale: solid('On sale', 'verdigris', Ticket),
    sold_out: solid('Sold out', 'cinnabar', X),
    closed: open('Closed', 'stone', Ban),
  },
  invitation: {
    pending: open('Pending', 'lapis', Clock),
    used: solid('Used', 'verdigris', Check),
    revoked: open('Taken back', 'stone', Undo2),
    expired: open('Expired', 'stone', TimerOff),
  },
  worker: {
    active: solid('Active', 'verdigris', Check),
    draining: solid('Draining', 'stone', CircleStop),
    ended: open('Ended', 'stone', Square),
    lost: solid('Lost', 'cinnabar', Unplug),
  },
  account: {
    active: solid('Active', 'verdigris', Check),
    disabled: open('Disabled', 'stone', Ban),
    suspended: solid('Suspended', 'cinnabar', Pause),
    invited: open('Invited', 'lapis', Clock),
  },
} as const satisfies Record<string, Record<string, StateLook>>;

export type StateKind = keyof typeof states;

/** The look of a state; one that is not known (a newer server's) shows its own word, in stone. */
export function stateLook(kind: StateKind, state: string): StateLook {
  const known: Record<string, StateLook> = states[kind];
  const word = state.charAt(0).toUpperCase() + state.slice(1).toLowerCase().replaceAll('_', ' ');
  return (Object.hasOwn(known, state) ? known[state] : undefined) ?? open(word, 'stone', CircleDashed);
}
