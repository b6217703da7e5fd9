import { parse } from 'libpg-query';
import type { SqlMigration } from '../src/migrations/sql-migration';

/** A statement of a migration that stops the servers on a filled table. */
export type LockFault = { rule: string; statement: string; advice: string };

type Node = Record<string, unknown>;
type Constraint = {
  contype: string;
  conname?: string;
  skip_validation?: boolean;
  indexname?: string;
  raw_expr?: Node;
};
type ColumnDef = {
  colname: string;
  constraints?: { Constraint: Constraint }[];
  typeName?: { names: Node[] };
};
type AlterTableCmd = {
  subtype: string;
  name?: string;
  def?: { ColumnDef?: ColumnDef; Constraint?: Constraint };
};

/** Functions whose result is the same for the whole statement, so that a column gets its default without a rewrite. */
const STABLE = new Set(['now', 'current_setting', 'statement_timestamp', 'transaction_timestamp']);

const advice = {
  index: 'build it CONCURRENTLY, as ConcurrentIndexes does',
  'not null': 'give it a DEFAULT, or add it as nullable',
  rewrite: 'add the column as nullable, and fill it in batches while serving',
  'set not null': 'add CHECK (… IS NOT NULL) NOT VALID, validate it in the next migration, then set NOT NULL',
  type: 'add a column of the new type beside it, and switch in a later release',
  constraint: 'add it NOT VALID, and validate it in a later migration',
  validate: 'validate in a later migration: the lock of ADD CONSTRAINT would be held for as long as it reads',
  unique: 'build a unique index CONCURRENTLY first, and add the constraint USING INDEX',
  contract: 'the version before still uses it: drop or rename it in a later release',
  rows: 'change rows in batches while serving',
  lock: 'this holds a lock that everybody waits for',
  block: 'write it without DO, so that it can be checked',
} as const;
type Rule = keyof typeof advice;

/** The statements that a migration sends. */
export async function statementsOf(migration: SqlMigration): Promise<string[]> {
  const sent: string[] = [];
  const runner = { query: (sql: string) => Promise.resolve(sent.push(sql) && []) };
  await migration.up(runner as never);
  return sent;
}

/**
 * Finds the statements that hold a lock on a table for as long as they read or write all its rows, and those that the
 * version before can't work with. Tables that the migration creates itself are empty, and nobody waits for them.
 */
export async function findLockFaults(sql: string): Promise<LockFault[]> {
  const { stmts } = (await parse(sql)) as unknown as {
    stmts?: { stmt: Node; stmt_location?: number; stmt_len?: number }[];
  };
  const bytes = Buffer.from(sql);
  const created = new Set<string>();
  const constrained = new Set<string>();
  return (stmts ?? []).flatMap(({ stmt, stmt_location: start = 0, stmt_len: length }) => {
    const statement = bytes.subarray(start, length ? start + length : undefined).toString();
    const rules = rulesBroken(stmt, created, constrained);
    return rules.map((rule) => ({ rule, statement: statement.trim(), advice: advice[rule] }));
  });
}

function rulesBroken(stmt: Node, created: Set<string>, constrained: Set<string>): Rule[] {
  const [kind = '', value] = Object.entries(stmt)[0] ?? [];
  const body = value as Node & { relation?: { relname: string } };
  const table = body.relation?.relname ?? '';
  const isNew = created.has(table);
  switch (kind) {
    case 'CreateStmt':
      created.add(table);
      return [];
    case 'CreateTableAsStmt':
      created.add((body.into as { rel: { relname: string } }).rel.relname);
      return [];
    case 'IndexStmt':
      return isNew || body.concurrent ? [] : ['index'];
    case 'AlterTableStmt':
      if (isNew) return [];
      return (body.cmds as { AlterTableCmd: AlterTableCmd }[]).flatMap(({ AlterTableCmd: command }) =>
        rulesOfCommand(command, table, constrained),
      );
    case 'RenameStmt':
      return isNew || !['OBJECT_COLUMN', 'OBJECT_TABLE'].includes(String(body.renameType))
        ? []
        : ['contract'];
    case 'DropStmt':
      return rulesOfDrop(body, created);
    case 'UpdateStmt':
    case 'DeleteStmt':
      return isNew ? [] : ['rows'];
    case 'LockStmt':
    case 'ClusterStmt':
    case 'TruncateStmt':
      return ['lock'];
    case 'VacuumStmt':
      return JSON.stringify(body.options ?? '').includes('"full"') ? ['lock'] : [];
    case 'ReindexStmt':
      return JSON.stringify(body.params ?? '').includes('"concurrently"') ? [] : ['lock'];
    case 'DoStmt':
      return /\b(alter\s+table|create\s+(unique\s+)?index|drop\s|update\s|delete\s)/i.test(
        JSON.stringify(body),
      )
        ? ['block']
        : [];
    default:
      return [];
  }
}

function rulesOfCommand(
  { subtype, name, def }: AlterTableCmd,
  table: string,
  constrained: Set<string>,
): Rule[] {
  switch (subtype) {
    case 'AT_AddColumn':
      return def?.ColumnDef ? rulesOfColumn(def.ColumnDef) : [];
    case 'AT_SetNotNull':
      return ['set not null'];
    case 'AT_AlterColumnType':
      return ['type'];
    case 'AT_DropColumn':
      return ['contract'];
    case 'AT_ValidateConstraint':
      return constrained.has(`${table}.${name}`) ? ['validate'] : [];
    case 'AT_AddConstraint': {
      const constraint = def?.Constraint;
      if (!constraint) return [];
      constrained.add(`${table}.${constraint.conname}`);
      if (['CONSTR_UNIQUE', 'CONSTR_PRIMARY', 'CONSTR_EXCLUSION'].includes(constraint.contype))
        return constraint.indexname ? [] : ['unique'];
      return constraint.skip_validation ? [] : ['constraint'];
    }
    default:
      return [];
  }
}

function rulesOfColumn({ constraints = [], typeName }: ColumnDef): Rule[] {
  const of = (type: string) =>
    constraints.find(({ Constraint: { contype } }) => contype === type)?.Constraint;
  const initial = of('CONSTR_DEFAULT');
  const isSerial = /serial/.test(JSON.stringify(typeName?.names ?? []));
  const rules: Rule[] = [];
  if (of('CONSTR_NOTNULL') && !initial && !isSerial) rules.push('not null');
  if (
    of('CONSTR_GENERATED') ||
    of('CONSTR_IDENTITY') ||
    isSerial ||
    (initial && isVolatile(initial.raw_expr))
  )
    rules.push('rewrite');
  if (of('CONSTR_UNIQUE') ?? of('CONSTR_PRIMARY')) rules.push('unique');
  // Without a default each row has null, which a foreign key needn't look up; a check is read for every row.
  if (of('CONSTR_CHECK') ?? (initial && of('CONSTR_FOREIGN'))) rules.push('constraint');
  return rules;
}

function rulesOfDrop(body: Node, created: ReadonlySet<string>): Rule[] {
  if (body.removeType === 'OBJECT_INDEX') return body.concurrent ? [] : ['lock'];
  if (body.removeType !== 'OBJECT_TABLE') return [];
  const names = [...JSON.stringify(body.objects).matchAll(/"sval":"(\w+)"/g)].map(([, name = '']) => name);
  return names.every((name) => created.has(name)) ? [] : ['contract'];
}

const isVolatile = (expression: Node | undefined): boolean =>
  [
    ...JSON.stringify(expression ?? {}).matchAll(
      /"funcname":\[(?:\{"String":\{"sval":"\w+"\}\},?)*?\{"String":\{"sval":"(\w+)"\}\}\]/g,
    ),
  ].some(([, name = '']) => !STABLE.has(name));
