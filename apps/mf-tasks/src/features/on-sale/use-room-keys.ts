import { useCommands } from '@tessera/ui';
import { useTexts } from '../../texts';
import type { RoomCommands } from './failures-panel';
import type { Replay } from './use-replay';

export interface RoomKeys {
  commands: RoomCommands;
  replay: Replay | null;
  onPay: (() => void) | undefined;
  onReplay: (() => void) | undefined;
  onFullScreen: () => void;
  /** Opens the hand-over note; undefined in a replay. */
  onNote: (() => void) | undefined;
  onDismiss: (() => void) | undefined;
}

const SEEK_MS = 10_000;
const panels = ['overTime', 'baskets', 'failures', 'waiting', 'workers', 'money', 'payers.title'] as const;

/** Moves the focus to a panel of the room. */
function focusPanel(number: number): void {
  const panel = document.querySelector<HTMLElement>(`[data-panel="${number}"]`);
  panel?.focus();
  panel?.scrollIntoView({ block: 'nearest' });
}

/** Steers the room from the keyboard; the list of shortcuts shows the keys that work now. */
export function useRoomKeys(keys: RoomKeys): void {
  const { commands, replay, onPay, onReplay, onFullScreen, onNote, onDismiss } = keys;
  const t = useTexts();
  const group = t('onSale.keys.group');
  const key = (label: string, keys: readonly string[], run: (() => void) | undefined) =>
    run ? [{ label, group, keys, run, inPalette: true }] : [];
  const { retry } = commands;
  useCommands([
    ...key(t('onSale.keys.pay'), ['p'], onPay),
    ...key(t('onSale.keys.retry'), ['r'], retry && (() => retry())),
    ...key(t('onSale.keys.pauseTasks'), ['s'], commands.pauseOrResume),
    ...key(t('onSale.keys.target'), ['t'], commands.raiseTarget),
    ...key(t('onSale.keys.launch'), ['l'], commands.launch),
    ...key(t('onSale.keys.handOver'), ['n'], onNote),
    ...key(t('onSale.keys.fullScreen'), ['f'], onFullScreen),
    ...key(t('onSale.keys.replay'), ['v'], onReplay),
    ...key(t('onSale.keys.play'), [' '], replay?.toggle),
    ...key(t('onSale.keys.back'), ['ArrowLeft'], replay ? () => replay.seek(replay.at - SEEK_MS) : undefined),
    ...key(
      t('onSale.keys.forward'),
      ['ArrowRight'],
      replay ? () => replay.seek(replay.at + SEEK_MS) : undefined,
    ),
    ...key(t('onSale.keys.slower'), ['['], replay ? () => replay.changeSpeed(-1) : undefined),
    ...key(t('onSale.keys.faster'), [']'], replay ? () => replay.changeSpeed(1) : undefined),
    ...key(t('onSale.keys.dismiss'), ['x'], onDismiss),
    ...panels.map((name, i) => ({
      label: t('onSale.keys.panel', { number: i + 1, name: t(`onSale.${name}`) }),
      group,
      keys: [String(i + 1)],
      run: () => focusPanel(i + 1),
    })),
  ]);
}
