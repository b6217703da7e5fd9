import ts from 'typescript';
import { DeadEnd } from './choices';
import type { Sources } from './sources';
import { Scope, Unknown, type Value } from './values';

/** What evaluates the expressions of statements. */
export interface Expressions {
  readonly sources: Pick<Sources, 'symbolOf'>;
  evaluate: (expression: ts.Expression, scope: Scope) => Value;
  member: (object: Value, key: string, at: ts.Expression) => Value;
  unknown: (at: ts.Node) => Value;
  isTrue: (condition: ts.Expression, scope: Scope) => boolean;
}

/** Runs the statements of functions that build SQL. */
export class Runner {
  constructor(private readonly evaluator: Expressions) {}

  bind(name: ts.BindingName, value: Value, scope: Scope): void {
    if (ts.isIdentifier(name)) {
      const symbol = this.evaluator.sources.symbolOf(name);
      if (symbol) scope.set(symbol, value);
      return;
    }
    name.elements.forEach((element, index) => {
      if (ts.isOmittedExpression(element)) return;
      const key = ts.isArrayBindingPattern(name)
        ? String(index)
        : (element.propertyName ?? element.name).getText();
      const isKnown = !(value instanceof Unknown) && !element.dotDotDotToken;
      const found = isKnown
        ? this.evaluator.member(value, key, element.name as ts.Expression)
        : this.evaluator.unknown(element);
      const part =
        found === undefined && element.initializer
          ? this.evaluator.evaluate(element.initializer, scope)
          : found;
      this.bind(element.name, part, scope);
    });
  }

  /** Runs statements until one returns. */
  run(statements: readonly ts.Statement[], scope: Scope): { value: Value } | undefined {
    for (const statement of statements) {
      const returned = this.runOne(statement, scope);
      if (returned) return returned;
    }
    return undefined;
  }

  private runOne(statement: ts.Statement, scope: Scope): { value: Value } | undefined {
    if (ts.isReturnStatement(statement))
      return { value: statement.expression && this.evaluator.evaluate(statement.expression, scope) };
    if (ts.isThrowStatement(statement)) throw new DeadEnd();
    if (ts.isBlock(statement)) return this.run(statement.statements, scope);
    if (ts.isIfStatement(statement)) {
      const taken = this.evaluator.isTrue(statement.expression, scope)
        ? statement.thenStatement
        : statement.elseStatement;
      return taken && this.runOne(taken, scope);
    }
    if (ts.isVariableStatement(statement))
      for (const { name, initializer } of statement.declarationList.declarations)
        this.bind(name, initializer && this.evaluator.evaluate(initializer, scope), scope);
    if (ts.isExpressionStatement(statement)) this.evaluator.evaluate(statement.expression, scope);
    if (ts.isForOfStatement(statement)) return this.loop(statement, scope);
    return undefined;
  }

  private loop({ initializer, expression, statement }: ts.ForOfStatement, scope: Scope) {
    const values = this.evaluator.evaluate(expression, scope);
    if (!Array.isArray(values) || !ts.isVariableDeclarationList(initializer)) return undefined;
    for (const value of values) {
      const inner = new Scope(scope);
      for (const { name } of initializer.declarations) this.bind(name, value, inner);
      const returned = this.runOne(statement, inner);
      if (returned) return returned;
    }
    return undefined;
  }
}
