import type { PlanFile } from './realm-files';

const marks = { create: '+', invite: '+', change: '~', remove: '-' } as const;

/** The lines that say what a plan changes. */
export function printPlan({ changes }: Pick<PlanFile, 'changes'>): string[] {
  if (changes.length === 0) return ['Nothing to change.'];
  const count = (...does: string[]) => changes.filter((step) => does.includes(step.does)).length;
  return [
    ...changes.flatMap(({ does, kind, name, changes: fields }) => [
      `${marks[does]} ${kind} ${JSON.stringify(name)}${does === 'invite' ? ' (invited)' : ''}`,
      ...fields.map(({ field, from, to }) =>
        does === 'change'
          ? `    ${field}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`
          : `    ${field}: ${JSON.stringify(to)}`,
      ),
    ]),
    `${count('create', 'invite')} to add, ${count('change')} to change, ${count('remove')} to remove.`,
  ];
}
