import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { exitCodes, printLine, printProgress, UsageError } from '../command';
import { withRealmFiles } from './open';
import { printPlan } from './print-plan';
import { checkDigest, type PlanFile, type Wanted } from './realm-files';
import { checkRealmFile, parseRealmFile, printRealmFile } from './yaml';

/** Exit code of a plan with changes, as with other tools that plan. */
const CHANGES = 2;
/** A plan holds e-mails, as the file does: nobody else on the machine reads it. */
const OWNER_ONLY = 0o600;

const planOptions = { delete: { type: 'boolean', default: false }, realm: { type: 'string' } } as const;

/** Writes a realm as a file, from which `plan` and `apply` make it again. */
export async function exportRealm(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const [name, ...more] = parseArgs({ args, allowPositionals: true }).positionals;
  if (name === undefined || more.length > 0) throw new UsageError('Name the realm');
  const { file, leftOut } = await withRealmFiles(env, (files) => files.export(name));
  const left = leftOut.map((line) => `Left out: ${line}`);
  for (const line of left) printProgress(line);
  process.stdout.write(printRealmFile(file, ['A realm of Tessera: docs/operate/realm-file.md', ...left]));
  return exitCodes.ok;
}

/** Shows what a realm's file would change. */
export async function plan(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values, positionals } = parsePlanArgs(args);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new Error('Name one file');
  const wanted = await readWanted(file, values);
  const plan = await withRealmFiles(env, (files) => files.plan(wanted));
  for (const line of printPlan(plan)) printLine(line);
  if (values.out !== undefined)
    await writeFile(values.out, `${JSON.stringify(plan, null, 2)}\n`, { mode: OWNER_ONLY });
  return plan.changes.length === 0 ? exitCodes.ok : CHANGES;
}

/** Wrong arguments fail with 1 here, since 2 says that there are changes. */
function parsePlanArgs(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: { ...planOptions, out: { type: 'string' } } });
  } catch (error) {
    throw new Error((error as Error).message, { cause: error });
  }
}

/** Applies a plan, or a file at once. */
export async function apply(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...planOptions, yes: { type: 'boolean', default: false }, as: { type: 'string' } },
  });
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError('Name one file');
  const by = values.as ?? env.USER;
  if (!by) throw new UsageError('Say with --as who applies it');
  return path.extname(file) === '.json'
    ? applyPlan(await readPlan(file), by, env)
    : applyFile(await readWanted(file, values), values.yes, by, env);
}

function applyPlan(plan: PlanFile, by: string, env: NodeJS.ProcessEnv): Promise<number> {
  return withRealmFiles(env, async (files) => {
    printApplied(await files.apply(plan, by, plan));
    return exitCodes.ok;
  });
}

function applyFile(
  wanted: Wanted,
  isConfirmed: boolean,
  by: string,
  env: NodeJS.ProcessEnv,
): Promise<number> {
  return withRealmFiles(env, async (files) => {
    if (isConfirmed) {
      printApplied(await files.apply(wanted, by));
      return exitCodes.ok;
    }
    const plan = await files.plan(wanted);
    for (const line of printPlan(plan)) printLine(line);
    if (plan.changes.length === 0) return exitCodes.ok;
    printLine('Nothing was changed: repeat it with --yes to apply this.');
    return CHANGES;
  });
}

function printApplied({ plan, shownOnce }: { plan: PlanFile; shownOnce: readonly string[] }): void {
  for (const line of printPlan(plan)) printLine(line);
  if (shownOnce.length > 0) printLine('Shown only now:');
  for (const line of shownOnce) printLine(`  ${line}`);
  if (plan.changes.length > 0) printLine('Applied.');
}

async function readWanted(
  file: string,
  { delete: removes, realm }: { delete: boolean; realm?: string },
): Promise<Wanted> {
  return { file: parseRealmFile(await readFile(file), file), delete: removes, realm };
}

async function readPlan(file: string): Promise<PlanFile> {
  let plan: PlanFile;
  try {
    plan = JSON.parse(await readFile(file, 'utf8')) as PlanFile;
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`${file} is no plan`, { cause: error });
    throw error;
  }
  if ((plan as Partial<PlanFile> | null)?.plan !== 1) throw new Error(`${file} is no plan`);
  checkDigest(plan);
  return { ...plan, file: checkRealmFile(plan.file) };
}
