import { text } from '../texts';
import type { Hue } from '../theme/tokens';
import type { StubGlyph } from './glyphs/stub-glyphs';

/** Solid: under way or settled. Open: not begun, or over without result. Full: act now. */
export type StubForm = 'solid' | 'open' | 'full';

interface Drawing {
  hue: Hue;
  form: StubForm;
  icon: StubGlyph;
}

export interface StateLook extends Drawing {
  word: string;
}

const look =
  (form: StubForm) =>
  (hue: Hue, icon: StubGlyph): Drawing => ({ hue, form, icon });
const solid = look('solid');
const open = look('open');
const full = look('full');

const scheduled = open('stone', 'clock');
const running = solid('lapis', 'chevrons-right');
const stopping = solid('stone', 'circle-stop');
const stopped = open('stone', 'square');
const failed = solid('cinnabar', 'x');

/** How every state is drawn, by what it is a state of; keys are the wire's values. */
export const states = {
  task: {
    idle: open('stone', 'circle-dashed'),
    scheduled,
    queued: open('lapis', 'list-end'),
    running,
    waiting_room: solid('aegean', 'hourglass'),
    carted: solid('ochre', 'shopping-basket'),
    stopping,
    stopped,
    bought: solid('verdigris', 'check'),
    failed,
    expired: open('ochre', 'timer-off'),
  },
  job: {
    draft: open('stone', 'pencil-line'),
    scheduled,
    running,
    paused: solid('stone', 'pause'),
    stopping,
    stopped,
    completed: solid('verdigris', 'check'),
    failed,
  },
  ticket: {
    ACTIVE: solid('verdigris', 'ticket'),
    USED: solid('stone', 'scan-line'),
    CANCELLED: open('cinnabar', 'ban'),
  },
  hold: {
    held: solid('ochre', 'shopping-basket'),
    lapsing: full('ochre', 'alarm-clock'),
    expired: open('stone', 'timer-off'),
    confirmed: solid('verdigris', 'check'),
    confirmed_late: open('verdigris', 'history'),
    removed: open('stone', 'undo-2'),
  },
  link: {
    prequeue: open('stone', 'clock'),
    waiting: solid('aegean', 'hourglass'),
    your_turn: solid('verdigris', 'door-open'),
    entered: solid('lapis', 'link-2'),
    ends_soon: full('ochre', 'alarm-clock'),
    expired: open('stone', 'timer-off'),
    cancelled: open('stone', 'ban'),
    error: solid('cinnabar', 'x'),
  },
  module: {
    loading: open('stone', 'loader'),
    stable: solid('verdigris', 'check'),
    canary: solid('lapis', 'flask-conical'),
    local: solid('ochre', 'laptop'),
    rolled_back: solid('stone', 'undo-2'),
    off: open('stone', 'power-off'),
    not_loaded: solid('cinnabar', 'unplug'),
  },
  plan: {
    ok: solid('verdigris', 'check'),
    warn: solid('ochre', 'triangle-alert'),
    blocked: solid('cinnabar', 'ban'),
  },
  login: {
    active: solid('verdigris', 'check'),
    disabled: open('stone', 'ban'),
    failed: solid('cinnabar', 'x'),
  },
  event: {
    announced: open('stone', 'clock'),
    on_sale: solid('verdigris', 'ticket'),
    sold_out: solid('cinnabar', 'x'),
    closed: open('stone', 'ban'),
  },
  invitation: {
    pending: open('lapis', 'clock'),
    used: solid('verdigris', 'check'),
    revoked: open('stone', 'undo-2'),
    expired: open('stone', 'timer-off'),
  },
  worker: {
    active: solid('verdigris', 'check'),
    draining: solid('stone', 'circle-stop'),
    ended: open('stone', 'square'),
    lost: solid('cinnabar', 'unplug'),
  },
  account: {
    active: solid('verdigris', 'check'),
    disabled: open('stone', 'ban'),
    suspended: solid('cinnabar', 'pause'),
    invited: open('lapis', 'clock'),
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
  return { ...(drawing ?? open('stone', 'circle-dashed')), word: stateWord(kind, state) };
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
