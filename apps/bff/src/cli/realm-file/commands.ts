import type { Command } from '../command';

/** Loaded when it is needed: the whole server is part of it, and other commands start faster without. */
const load = () => import(/* webpackMode: "eager" */ './actions');

/** Writes a realm as a file, from which `plan` and `apply` make it again. */
export const exportRealmCommand: Command = {
  name: 'export-realm',
  usage: '<name>',
  summary: 'write a realm as a file, without logins and secrets',
  run: async (args, env) => (await load()).exportRealm(args, env),
};

/** Shows what a realm's file would change. */
export const planCommand: Command = {
  name: 'plan',
  usage: '<realm.yaml> [--delete] [--realm <present name>] [--out <plan.json>]',
  summary: "show what a realm's file would change (exit code 2), or that nothing would (0)",
  run: async (args, env) => (await load()).plan(args, env),
};

/** Applies a plan, or a file at once. */
export const applyCommand: Command = {
  name: 'apply',
  usage: '<plan.json> | <realm.yaml> [--delete] [--realm <present name>] [--yes] [--as <administrator>]',
  summary: "apply a plan if nothing has changed since, or with --yes a realm's file",
  run: async (args, env) => (await load()).apply(args, env),
};
