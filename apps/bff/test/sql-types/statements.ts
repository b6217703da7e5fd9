import ts from 'typescript';
import { type Choices, everyWay } from './choices';
import { Evaluator } from './evaluator';
import { RowTypes } from './row-types';
import { placeOf, type Sources } from './sources';
import { typeName } from './type-facts';
import { ClassValue, ObjectValue, Unknown } from './values';

/** Which argument of a call is its SQL, by the name of the function or method. */
const sqlArguments: Readonly<Record<string, number>> = {
  query: 0,
  queryPrepared: 0,
  queryJson: 0,
  execute: 0,
  runStatement: 1,
  textStatement: 0,
  preparedStatement: 0,
};
/** More ways to build a statement than this are not looked at. */
const MOST_WAYS = 6000;

/** One text that a call may send, and what its rows are read as. */
export type Statement = {
  text: string;
  /** The type of the rows; null where nothing is said of it. */
  row: ts.Type | null;
  /** Columns that are read besides the type's. */
  extra: readonly string[];
  /** A list, whose rows needn't have every field of the type, and are written as JSON. */
  isHotList: boolean;
  /** The caller whose texts or types these are, where that is another one. */
  via: string;
};

/** A call that sends SQL: the statements that it may send, or why they aren't known. */
export type SqlCall = {
  place: string;
  name: string;
  statements: readonly Statement[];
  unknown: readonly string[];
};

/** Finds the calls that send SQL, and evaluates what they send. */
export function findSqlCalls(sources: Sources): SqlCall[] {
  return Object.entries(sqlArguments).flatMap(([name, index]) =>
    sources
      .callsOf(name)
      .filter((call) => sendsSql(sources, call))
      .map((call) => evaluateCall(sources, call, index)),
  );
}

/** Whether the call is of our transactions or statements, or one of pg's or TypeORM's that names the type of its rows. */
function sendsSql(sources: Sources, call: ts.CallExpression): boolean {
  const { expression } = call;
  const symbol = sources.symbolOf(ts.isPropertyAccessExpression(expression) ? expression.name : expression);
  const file = symbol?.declarations?.[0]?.getSourceFile().fileName ?? '';
  if (call.getSourceFile().fileName.endsWith('platform/database/transactions.ts')) return false;
  if (/platform\/database\/(transactions|statements)\.ts$/.test(file)) return true;
  return call.typeArguments !== undefined && /node_modules\/(@types\/pg|typeorm)\//.test(file);
}

function evaluateCall(sources: Sources, call: ts.CallExpression, index: number): SqlCall {
  const place = placeOf(call);
  const name = nameAround(call);
  const argument = call.arguments[index];
  if (!argument) return { place, name, statements: [], unknown: ['no argument'] };
  const ways = everyWay((choices) => evaluateWay(sources, call, argument, choices), MOST_WAYS);
  if (!ways) return { place, name, statements: [], unknown: ['too many ways'] };
  const statements = new Map<string, Statement>();
  const unknown = new Set<string>();
  const rowTypes = new Map<ts.Type | null, number>();
  for (const way of ways) {
    if (typeof way === 'string') unknown.add(way);
    else {
      const number = rowTypes.get(way.row) ?? rowTypes.size;
      rowTypes.set(way.row, number);
      statements.set(`${number} ${way.text}`, way);
    }
  }
  if (ways.length === 0) unknown.add('no way');
  return { place, name, statements: [...statements.values()], unknown: [...unknown] };
}

/** The statement of one way, or the expression that isn't known. */
function evaluateWay(
  sources: Sources,
  call: ts.CallExpression,
  argument: ts.Expression,
  choices: Choices,
): Statement | string {
  const evaluator = new Evaluator(sources, choices);
  const value = evaluator.evaluate(argument);
  const text = evaluator.toText(value);
  if (text instanceof Unknown) return text.why;
  const { sites } = evaluator;
  const types = new RowTypes(sources, sites);
  const via = [...sites.values()].map((site) => placeOf(site)).join(' < ');
  const hot = [...sites.values()].find((site) => isHotList(sources, site));
  if (hot) {
    const list = hot.arguments?.[1] && evaluator.evaluate(hot.arguments[1]);
    const dto = list instanceof ObjectValue ? list.members.get('row')?.() : undefined;
    const columns = list instanceof ObjectValue ? list.members.get('columns')?.() : undefined;
    const isList = typeof columns === 'string' && text.startsWith(`SELECT ${columns}`);
    const row =
      isList && dto instanceof ClassValue ? sources.checker.getTypeAtLocation(dto.declaration) : null;
    const composites = list instanceof ObjectValue ? list.members.get('composites')?.() : undefined;
    const extra = composites instanceof ObjectValue ? [...composites.members.keys()] : [];
    return { text, row, extra, isHotList: true, via };
  }
  const { row, extra } = types.ofCall(call);
  return { text, row, extra, isHotList: false, via };
}

const isHotList = (sources: Sources, site: ts.Node): boolean =>
  ts.isCallExpression(site) &&
  ts.isPropertyAccessExpression(site.expression) &&
  site.expression.name.text === 'read' &&
  typeName(sources.checker.getTypeAtLocation(site.expression.expression)) === 'HotLists';

/** The function or method around a call, for a list that doesn't change with every line. */
function nameAround(node: ts.Node): string {
  const around = ts.findAncestor(
    node,
    (at): at is ts.MethodDeclaration | ts.FunctionDeclaration | ts.VariableDeclaration =>
      ts.isMethodDeclaration(at) ||
      ts.isFunctionDeclaration(at) ||
      (ts.isVariableDeclaration(at) &&
        ts.isVariableStatement(at.parent.parent) &&
        ts.isSourceFile(at.parent.parent.parent)),
  );
  const file = placeOf(node).replace(/:\d+$/, '');
  return `${file} ${around?.name?.getText() ?? ''}`.trim();
}
