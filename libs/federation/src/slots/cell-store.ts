import { ModuleFailure } from '../failure';
import { withinSlotTime } from '../time-limits';
import type { LoadCells, SlotCell } from './slot-contents';

/** How long ids are collected before they are loaded together, in ms. */
const collectMs = 50;
/** The most ids of one load. */
const maxIds = 100;
const maxText = 200;

interface KnownCell {
  /** Null while it is loaded for the first time. */
  cell: SlotCell | null;
  /** The version of the row that it was asked for. */
  version: unknown;
}

/** The cells of one column that a module fills: collects the rows that come on screen and loads their cells together. */
export class CellStore {
  private readonly cells = new Map<number, KnownCell>();
  private readonly listeners = new Map<number, Set<() => void>>();
  private readonly wanted = new Set<number>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param open gives the module's function, loading the module first
   * @param onError called for each failed load
   */
  constructor(
    private readonly open: () => Promise<LoadCells>,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** The cell of a row; null: none yet. */
  read(id: number): SlotCell | null {
    return this.cells.get(id)?.cell ?? null;
  }

  /**
   * Calls `listener` when the cell of a row on screen changes, and loads it, unless that was done for this version of the row.
   * Returns a function that ends this.
   */
  subscribe(id: number, version: unknown, listener: () => void): () => void {
    const listeners = this.listeners.get(id) ?? new Set();
    this.listeners.set(id, listeners.add(listener));
    this.want(id, version);
    return () => void listeners.delete(listener);
  }

  private want(id: number, version: unknown): void {
    const known = this.cells.get(id);
    if (known && Object.is(known.version, version)) return;
    this.cells.set(id, { cell: known?.cell ?? null, version });
    this.wanted.add(id);
    this.timer ??= setTimeout(() => void this.load(), collectMs);
  }

  private async load(): Promise<void> {
    this.timer = undefined;
    const ids = [...this.wanted];
    this.wanted.clear();
    try {
      const loadCells = await this.open();
      for (let i = 0; i < ids.length; i += maxIds) await this.loadSome(loadCells, ids.slice(i, i + maxIds));
    } catch (error) {
      this.onError(error);
    }
  }

  private async loadSome(loadCells: LoadCells, ids: readonly number[]): Promise<void> {
    const loaded = await withinSlotTime((signal) => loadCells(ids, signal));
    for (const id of ids) {
      const cell = loaded.get(id) ?? null;
      if (cell && (typeof cell.text !== 'string' || cell.text.length > maxText))
        throw new ModuleFailure('CRASHED', `The text of a cell has more than ${maxText} characters`);
      const known = this.cells.get(id);
      this.cells.set(id, { cell, version: known?.version });
      for (const listener of this.listeners.get(id) ?? []) listener();
    }
  }
}
