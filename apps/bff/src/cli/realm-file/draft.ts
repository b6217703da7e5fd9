import { type Described, Entries } from './entries';
import { Names, RealmFileFault } from './names';
import { type FieldChange, fold, pair } from './pairing';
import type { RealmFile } from './realm-file.dto';
import type { Rows } from './rows';
import type { Work } from './work';

export type Kind =
  'realm' | 'site' | 'event' | 'person' | 'invitation' | 'template' | 'webhook' | 'pool' | 'login';

/** One row that a plan adds, changes or removes. */
export type Step = {
  does: 'create' | 'invite' | 'change' | 'remove';
  kind: Kind;
  name: string;
  changes: FieldChange[];
  run: (work: Work) => Promise<void>;
};

/** A row that a plan was made from. */
export type Seen = { kind: Kind; id: number; version: number; name: string };

export type Plan = { steps: Step[]; seen: Seen[] };

/** A plan that is being made: what each section of the file adds to it. */
export class Draft {
  readonly names: Names;
  readonly entries: Entries;
  readonly steps: Step[] = [];
  readonly faults: string[] = [];
  private readonly seen = new Map<string, Seen>();

  constructor(
    readonly rows: Rows,
    readonly file: RealmFile,
    /** Whether what the file doesn't name is removed. */
    readonly removes: boolean,
  ) {
    this.names = new Names(rows, file.sites ?? [], file.events ?? []);
    this.entries = new Entries(rows, this.names);
  }

  /** @throws RealmFileFault that names everything that the file can't be applied with */
  finish(): Plan {
    if (this.faults.length > 0) throw new RealmFileFault(this.faults.join('\n'));
    return { steps: this.steps, seen: [...this.seen.values()] };
  }

  /** Finds the rows of entries by name. A name that only a row has which no file can describe is a fault. */
  pairNames<Entry extends { name: string }, Full extends { name: string }, Row>(
    kind: 'template' | 'webhook',
    wanted: Entry[],
    described: Described<Full, Row>[],
  ): Map<Entry, Described<Full, Row>> {
    const found = pair(wanted, described, [
      [({ name }) => name, ({ entry }) => entry.name],
      [({ name }) => fold(name), ({ entry }) => fold(entry.name)],
    ]);
    for (const { name } of wanted.filter((entry) => !found.has(entry))) {
      const leftOut = this.entries.leftOut.find((row) => row.kind === kind && fold(row.name) === fold(name));
      if (leftOut)
        this.faults.push(`${kind} ${JSON.stringify(name)}: ${leftOut.reason}: change it in the console`);
    }
    return found;
  }

  removeOthers<Full extends { name: string }, Row extends { id: number; version: number }>(
    kind: 'template' | 'webhook',
    described: Described<Full, Row>[],
    found: ReadonlyMap<unknown, Described<Full, Row>>,
    remove: (work: Work, row: Row) => Promise<void>,
  ): void {
    if (!this.removes) return;
    const kept = new Set(found.values());
    for (const one of described) {
      if (kept.has(one)) continue;
      this.see(kind, one.row, one.entry.name);
      this.add('remove', kind, one.entry.name, [], (work) => remove(work, one.row));
    }
  }

  trying(name: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof RealmFileFault)) throw error;
      this.faults.push(`${name}: ${error.message}`);
    }
  }

  see(kind: Kind, { id, version }: { id: number; version: number }, name: string): void {
    this.seen.set(`${kind} ${id}`, { kind, id, version, name });
  }

  step(does: Step['does'], kind: Kind, name: string, changes: FieldChange[], run: Step['run']): Step {
    return { does, kind, name, changes, run };
  }

  add(...step: Parameters<Draft['step']>): void {
    this.steps.push(this.step(...step));
  }

  addChange(kind: Kind, name: string, changes: FieldChange[], run: Step['run']): void {
    if (changes.length > 0) this.add('change', kind, name, changes, run);
  }
}

/** @throws RealmFileFault when a list names something twice, in whatever words */
export function requireDistinct(rows: readonly object[] | undefined, what: string): void {
  if (rows && new Set(rows).size < rows.length) throw new RealmFileFault(`names ${what} twice`);
}

/** The values that changes set, by field. */
export const valuesOf = (changes: readonly FieldChange[]): Record<string, unknown> =>
  Object.fromEntries(changes.map(({ field, to }) => [field, to]));
