import type { ComponentType } from 'react';
import type { SlotPlace } from '@tessera/domain/module-release';

/** The text of one cell; `tone` colours it. */
export interface SlotCell {
  /** At most 200 characters. */
  text: string;
  tone?: 'success' | 'warning' | 'danger';
}

/**
 * Loads the cells of rows that are on screen, at most 100 at once. A row that is left out has an empty cell; one that changes
 * is loaded again.
 */
export type LoadCells = (
  ids: readonly number[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<number, SlotCell>>;

/** What a launch would start, as the page shows it. */
export interface PlanToCheck {
  realm_id: number;
  event_id: number | null;
  template_id: number | null;
  /** ISO 8601; null: at once. */
  scheduled_at: string | null;
  tasks: readonly {
    /** Null: the task needs no login. */
    login_id: number | null;
    seats: number;
    verdict: 'ok' | 'warn' | 'blocked';
  }[];
}

/** What a check says of a plan: `blocked` keeps this page from launching it. */
export interface CheckResult {
  verdict: 'ok' | 'warn' | 'blocked';
  /** A sentence of at most 300 characters, in the reader's language. */
  reason: string;
}

export type CheckPlan = (plan: PlanToCheck, signal: AbortSignal) => Promise<CheckResult>;

/** The tab or card of one record. */
export type RecordSlot = ComponentType<{ id: number }>;

/** What fills each place. */
export interface SlotContents {
  'task.tab': RecordSlot;
  'job.tab': RecordSlot;
  'login.tab': RecordSlot;
  'ticket.tab': RecordSlot;
  'job.card': RecordSlot;
  'dashboard.card': ComponentType;
  /** `id` is the event's. */
  'room.card': RecordSlot;
  'tasks.column': LoadCells;
  'jobs.column': LoadCells;
  'purchased.column': LoadCells;
  'launch.check': CheckPlan;
}

/** A place that holds code; an entry of the palette holds none. */
export type FilledPlace = keyof SlotContents & SlotPlace;

/** What a module exports for a slot: its place, as in module.json, and a function that loads the content once it is on screen. */
export type SlotExport = {
  [Place in FilledPlace]: { place: Place; load: () => Promise<SlotContents[Place]> };
}[FilledPlace];
