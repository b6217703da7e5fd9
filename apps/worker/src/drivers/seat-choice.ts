import type { Choice, LeasedTask } from '../protocol.ts';

/** The names in a choice, or null for any. Of a map these are the keys, except those set to false or 0. */
export function parseChoice(choice: Choice | undefined): string[] | null {
  if (choice === null || choice === undefined) return null;
  const names =
    typeof choice === 'string'
      ? choice.split(',')
      : Array.isArray(choice)
        ? choice.map(String)
        : Object.entries(choice).flatMap(([key, value]) => (value === false || value === 0 ? [] : [key]));
  const clean = names.map((name) => name.trim()).filter((name) => name !== '');
  return clean.length === 0 ? null : clean;
}

/** Seats that the task needs; at least one. */
export const seatCount = (task: LeasedTask): number => Math.max(1, task.seats_to_set);
