import ts from 'typescript';
import { type Choices, DeadEnd } from './choices';
import { globals, memberOf } from './natives';
import { Runner } from './runner';
import type { Sources } from './sources';
import { literalsOf, neverHoldsSql } from './type-facts';
import { ClassValue, Closure, Native, ObjectValue, Scope, Unknown, type Value } from './values';

/** How deep evaluations may nest; recursive functions end here. */
const DEEPEST = 80;

/**
 * Evaluates expressions of the sources without running them. A parameter has what its callers pass, one after the other;
 * a condition that depends on the run is tried both ways.
 */
export class Evaluator {
  /** The call that each function was taken to be called by. */
  readonly sites = new Map<ts.SignatureDeclaration, ts.CallExpression | ts.NewExpression>();
  private readonly runner = new Runner(this);
  private depth = 0;

  constructor(
    readonly sources: Sources,
    private readonly choices: Choices,
  ) {}

  evaluate(node: ts.Expression, scope: Scope = new Scope()): Value {
    if (this.depth > DEEPEST) return this.unknown(node);
    this.depth += 1;
    try {
      return this.evaluateNode(node, scope);
    } finally {
      this.depth -= 1;
    }
  }

  /** A value as a part of a text; unknown numbers are 1, and of several known texts each is tried. */
  toText(value: Value): string | Unknown {
    // Nobody sends `undefined`: the code has returned before.
    if (value === undefined || value === null) throw new DeadEnd();
    if (!(value instanceof Unknown))
      return typeof value === 'object' || typeof value === 'function' ? JSON.stringify(value) : String(value);
    const { type } = value;
    if (type.flags & ts.TypeFlags.NumberLike) return '1';
    const texts = literalsOf(type);
    if (!texts) return value;
    return texts[this.choices.choose(value.why, texts.length)] ?? value;
  }

  private evaluateNode(node: ts.Expression, scope: Scope): Value {
    if (
      ts.isCallExpression(node) ||
      ts.isPropertyAccessExpression(node) ||
      ts.isConditionalExpression(node)
    ) {
      // Which number it is makes no difference to PostgreSQL, and there are many ways to most.
      const type = this.sources.checker.getTypeAtLocation(node);
      if (type.flags & ts.TypeFlags.Number) return new Unknown(type, node.getText());
    }
    if (ts.isStringLiteralLike(node)) return node.text;
    if (ts.isNumericLiteral(node)) return Number(node.text.replaceAll('_', ''));
    if (ts.isTemplateExpression(node)) return this.template(node, scope);
    if (ts.isIdentifier(node)) return this.identifier(node, scope);
    if (ts.isPropertyAccessExpression(node)) return this.property(node, scope);
    if (ts.isElementAccessExpression(node)) return this.element(node, scope);
    if (ts.isCallExpression(node)) return this.call(node, scope);
    if (ts.isObjectLiteralExpression(node)) return this.object(node, scope);
    if (ts.isArrayLiteralExpression(node)) return this.array(node, scope);
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return new Closure(node, scope);
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'String.raw')
      return ts.isNoSubstitutionTemplateLiteral(node.template) ? node.template.rawText : this.unknown(node);
    if (ts.isConditionalExpression(node))
      return this.evaluate(this.isTrue(node.condition, scope) ? node.whenTrue : node.whenFalse, scope);
    if (ts.isBinaryExpression(node)) return this.binary(node, scope);
    if (ts.isPrefixUnaryExpression(node)) return this.prefix(node, scope);
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isNonNullExpression(node) ||
      ts.isAwaitExpression(node)
    )
      return this.evaluate(node.expression, scope);
    if (node.kind === ts.SyntaxKind.TrueKeyword) return true;
    if (node.kind === ts.SyntaxKind.FalseKeyword) return false;
    if (node.kind === ts.SyntaxKind.NullKeyword) return null;
    return this.unknown(node);
  }

  private template(node: ts.TemplateExpression, scope: Scope): Value {
    let text = node.head.text;
    for (const { expression, literal } of node.templateSpans) {
      const part = this.toText(this.evaluate(expression, scope));
      if (part instanceof Unknown) return part;
      text += part + literal.text;
    }
    return text;
  }

  private identifier(node: ts.Identifier, scope: Scope): Value {
    if (node.text === 'undefined') return undefined;
    const symbol = this.sources.symbolOf(node);
    if (symbol && scope.has(symbol)) return scope.get(symbol);
    const [declaration] = symbol?.declarations ?? [];
    if (!declaration) return globals[node.text] ?? this.unknown(node);
    if (ts.isFunctionDeclaration(declaration)) return new Closure(declaration, scope);
    if (ts.isClassDeclaration(declaration)) return new ClassValue(declaration);
    if (ts.isVariableDeclaration(declaration)) return this.variable(declaration, node, scope);
    if (ts.isBindingElement(declaration)) return this.bound(declaration, node, scope);
    if (ts.isParameter(declaration)) return this.parameter(declaration, node);
    return globals[node.text] ?? this.unknown(node);
  }

  private variable(declaration: ts.VariableDeclaration, node: ts.Expression, scope: Scope): Value {
    const { initializer, parent, name } = declaration;
    const isConst = (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
    if (!isConst || !initializer || !ts.isVariableDeclarationList(parent)) return this.unknown(node);
    const around = ts.findAncestor(declaration, ts.isFunctionLike);
    // What is added later to an array isn't known here.
    if (around?.getText().includes(`${name.getText()}.push(`)) return this.unknown(node);
    return this.evaluate(initializer, around ? scope : new Scope());
  }

  /** A variable of a destructuring. */
  private bound(element: ts.BindingElement, node: ts.Expression, scope: Scope): Value {
    const pattern = element.parent;
    const { parent } = pattern;
    const whole = ts.isVariableDeclaration(parent)
      ? parent.initializer && this.evaluate(parent.initializer, scope)
      : ts.isParameter(parent)
        ? this.parameter(parent, node)
        : this.bound(parent, node, scope);
    const key = ts.isArrayBindingPattern(pattern)
      ? pattern.elements.indexOf(element)
      : (element.propertyName ?? element.name).getText();
    if (whole === undefined || whole instanceof Unknown || element.dotDotDotToken) return this.unknown(node);
    const value = this.member(whole, String(key), node);
    return value === undefined && element.initializer ? this.evaluate(element.initializer, scope) : value;
  }

  /** A parameter of the function around the evaluated expression: what its callers pass. */
  private parameter(parameter: ts.ParameterDeclaration, node: ts.Expression): Value {
    const callee = parameter.parent;
    const type = this.sources.checker.getTypeAtLocation(parameter);
    if (neverHoldsSql(type)) return this.unknown(node);
    const index = callee.parameters.indexOf(parameter);
    const sites = ts.isFunctionLike(callee) && !parameter.dotDotDotToken ? this.sources.sitesOf(callee) : [];
    if (sites.length === 0) return this.unknown(node);
    const site = sites[this.choices.choose(callee, sites.length)];
    if (!site) return this.unknown(node);
    this.sites.set(callee, site);
    const argument = site.arguments?.[index];
    if (!argument) return parameter.initializer ? this.evaluate(parameter.initializer) : undefined;
    return this.evaluate(argument);
  }

  private property(node: ts.PropertyAccessExpression, scope: Scope): Value {
    const name = node.name.text;
    const known = memberOf(this.sources.checker.getTypeAtLocation(node.expression), name);
    if (known !== undefined) return known;
    if (node.expression.kind === ts.SyntaxKind.ThisKeyword) return this.ofThis(node, scope);
    return this.member(this.evaluate(node.expression, scope), name, node);
  }

  private ofThis(node: ts.PropertyAccessExpression, scope: Scope): Value {
    const declaration = this.sources.symbolOf(node.name)?.valueDeclaration;
    if (!declaration) return this.unknown(node);
    if (ts.isParameter(declaration)) return this.parameter(declaration, node);
    if (ts.isPropertyDeclaration(declaration) && declaration.initializer)
      return this.evaluate(declaration.initializer);
    if (ts.isMethodDeclaration(declaration)) return new Closure(declaration, scope);
    if (ts.isGetAccessor(declaration)) return this.apply(new Closure(declaration, scope), [], node);
    return this.unknown(node);
  }

  private element(node: ts.ElementAccessExpression, scope: Scope): Value {
    const whole = this.evaluate(node.expression, scope);
    const key = this.toText(this.evaluate(node.argumentExpression, scope));
    if (key instanceof Unknown || whole instanceof Unknown) {
      if (whole instanceof ObjectValue) {
        const names = [...whole.members.keys()];
        const name = names[this.choices.choose(node.argumentExpression.getText(), names.length)];
        return name === undefined ? this.unknown(node) : whole.members.get(name)?.();
      }
      return this.unknown(node);
    }
    return this.member(whole, key, node);
  }

  /** A property of a value. */
  member(value: Value, name: string, node: ts.Expression): Value {
    if (value instanceof ObjectValue) return value.members.get(name)?.();
    if (Array.isArray(value) && /^\d+$/.test(name)) return value[Number(name)];
    if ((Array.isArray(value) || typeof value === 'string') && name === 'length') return value.length;
    return value === undefined || value === null ? undefined : this.unknown(node);
  }

  private call(node: ts.CallExpression, scope: Scope): Value {
    const { expression } = node;
    const args = () => node.arguments.flatMap((argument) => this.spread(argument, scope));
    if (ts.isPropertyAccessExpression(expression)) {
      const type = this.sources.checker.getTypeAtLocation(expression.expression);
      const known = memberOf(type, `${expression.name.text}()`);
      if (known !== undefined) return known;
      const global = globals[expression.getText()];
      if (global instanceof Native) return global.call(...args()) ?? this.unknown(node);
      const receiver = expression.expression.kind === ts.SyntaxKind.ThisKeyword;
      if (!receiver) {
        const value = this.evaluate(expression.expression, scope);
        if (Array.isArray(value) || typeof value === 'string')
          return this.callNative(value, expression.name.text, args(), node);
        if (!(value instanceof ObjectValue)) return this.unknown(node);
        const callee = value.members.get(expression.name.text)?.();
        return callee instanceof Closure ? this.apply(callee, args(), node) : this.unknown(node);
      }
    }
    const callee = this.evaluate(expression, scope);
    if (callee instanceof Native) return callee.call(...args());
    return callee instanceof Closure ? this.apply(callee, args(), node) : this.unknown(node);
  }

  private spread(node: ts.Expression, scope: Scope): Value[] {
    if (!ts.isSpreadElement(node)) return [this.evaluate(node, scope)];
    const values = this.evaluate(node.expression, scope);
    return Array.isArray(values) ? values : [this.unknown(node.expression)];
  }

  /** A method of arrays or of texts. */
  private callNative(receiver: Value[] | string, name: string, args: Value[], node: ts.Expression): Value {
    if (Array.isArray(receiver) && name === 'join') {
      const [separator = ','] = args;
      return typeof separator === 'string' ? this.joined(receiver, separator) : this.unknown(node);
    }
    if (args.some((arg) => arg instanceof Unknown)) return this.unknown(node);
    const method: unknown = Reflect.get(Object(receiver), name);
    if (typeof method !== 'function') return this.unknown(node);
    const plain = args.map((arg) =>
      arg instanceof Closure
        ? (...given: Value[]) => this.apply(arg, given, node)
        : arg instanceof Native
          ? arg.call
          : arg,
    );
    return Reflect.apply(method, receiver, plain) as Value;
  }

  private apply({ declaration, scope }: Closure, args: readonly Value[], node: ts.Expression): Value {
    const inner = new Scope(scope);
    declaration.parameters.forEach((parameter, index) => {
      const given = parameter.dotDotDotToken ? args.slice(index) : args[index];
      const value =
        given === undefined && parameter.initializer ? this.evaluate(parameter.initializer, inner) : given;
      this.runner.bind(parameter.name, value, inner);
    });
    const body = 'body' in declaration ? declaration.body : undefined;
    if (!body) return this.unknown(node);
    if (!ts.isBlock(body)) return this.evaluate(body, inner);
    return this.runner.run(body.statements, inner)?.value;
  }

  private object(node: ts.ObjectLiteralExpression, scope: Scope): Value {
    const value = new ObjectValue();
    for (const property of node.properties) {
      if (ts.isSpreadAssignment(property)) {
        const spread = this.evaluate(property.expression, scope);
        if (spread instanceof ObjectValue)
          spread.members.forEach((member, key) => value.members.set(key, member));
        continue;
      }
      const key = this.keyOf(property.name, scope);
      if (key instanceof Unknown) continue;
      if (ts.isPropertyAssignment(property))
        value.members.set(key, () => this.evaluate(property.initializer, scope));
      else if (ts.isShorthandPropertyAssignment(property))
        value.members.set(key, () => this.evaluate(property.name, scope));
      else if (ts.isMethodDeclaration(property)) value.members.set(key, () => new Closure(property, scope));
    }
    return value;
  }

  private keyOf(name: ts.PropertyName, scope: Scope): string | Unknown {
    if (ts.isComputedPropertyName(name)) return this.toText(this.evaluate(name.expression, scope));
    return ts.isStringLiteralLike(name) ? name.text : name.getText();
  }

  private array(node: ts.ArrayLiteralExpression, scope: Scope): Value {
    return node.elements.flatMap((element) => this.spread(element, scope));
  }

  private binary(node: ts.BinaryExpression, scope: Scope): Value {
    const { left, right, operatorToken } = node;
    switch (operatorToken.kind) {
      case ts.SyntaxKind.QuestionQuestionToken: {
        const value = this.evaluate(left, scope);
        return value ?? this.evaluate(right, scope);
      }
      case ts.SyntaxKind.BarBarToken:
        return this.isTrue(left, scope) ? this.evaluate(left, scope) : this.evaluate(right, scope);
      case ts.SyntaxKind.AmpersandAmpersandToken:
        return this.isTrue(left, scope) ? this.evaluate(right, scope) : this.evaluate(left, scope);
      case ts.SyntaxKind.EqualsToken:
      case ts.SyntaxKind.PlusEqualsToken: {
        const symbol = ts.isIdentifier(left) ? this.sources.symbolOf(left) : undefined;
        const value = this.evaluate(right, scope);
        if (!symbol) return value;
        const sum =
          operatorToken.kind === ts.SyntaxKind.EqualsToken
            ? value
            : this.sum(this.evaluate(left, scope), value, node);
        scope.assign(symbol, sum);
        return sum;
      }
      default:
        return this.combine(node, this.evaluate(left, scope), this.evaluate(right, scope));
    }
  }

  private combine(node: ts.BinaryExpression, left: Value, right: Value): Value {
    if (node.operatorToken.kind === ts.SyntaxKind.PlusToken) return this.sum(left, right, node);
    if (left instanceof Unknown || right instanceof Unknown) return this.compareUnknown(node, left, right);
    switch (node.operatorToken.kind) {
      case ts.SyntaxKind.EqualsEqualsEqualsToken:
        return left === right;
      case ts.SyntaxKind.ExclamationEqualsEqualsToken:
        return left !== right;
      case ts.SyntaxKind.AsteriskToken:
        return Number(left) * Number(right);
      case ts.SyntaxKind.MinusToken:
        return Number(left) - Number(right);
      case ts.SyntaxKind.SlashToken:
        return Number(left) / Number(right);
      default:
        return this.unknown(node);
    }
  }

  /** Compares a value of which some texts are known with one of these. */
  private compareUnknown(node: ts.BinaryExpression, left: Value, right: Value): Value {
    const isEqual = node.operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken;
    const isUnequal = node.operatorToken.kind === ts.SyntaxKind.ExclamationEqualsEqualsToken;
    const [one, other] = [left, right].map((value) =>
      value instanceof Unknown && literalsOf(value.type) ? this.toText(value) : value,
    );
    if (one instanceof Unknown || other instanceof Unknown || !(isEqual || isUnequal))
      return this.unknown(node);
    return (one === other) === isEqual;
  }

  private sum(left: Value, right: Value, node: ts.Expression): Value {
    if (typeof left === 'number' && typeof right === 'number') return left + right;
    if (this.isNumber(node)) return this.unknown(node);
    return this.joined([left, right], '');
  }

  private joined(values: readonly Value[], separator: string): string | Unknown {
    const texts: string[] = [];
    for (const value of values) {
      const text = this.toText(value);
      if (text instanceof Unknown) return text;
      texts.push(text);
    }
    return texts.join(separator);
  }

  private prefix(node: ts.PrefixUnaryExpression, scope: Scope): Value {
    if (node.operator === ts.SyntaxKind.ExclamationToken) return !this.isTrue(node.operand, scope);
    const value = this.evaluate(node.operand, scope);
    return typeof value === 'number' && node.operator === ts.SyntaxKind.MinusToken
      ? -value
      : this.unknown(node);
  }

  /** Whether a condition holds; both ways are tried where that depends on the run. */
  isTrue(node: ts.Expression, scope: Scope): boolean {
    const value = this.evaluate(node, scope);
    return value instanceof Unknown ? this.choices.choose(value.why, 2) === 0 : Boolean(value);
  }

  private isNumber(node: ts.Node): boolean {
    return (this.sources.checker.getTypeAtLocation(node).flags & ts.TypeFlags.NumberLike) !== 0;
  }

  unknown(of: ts.Node): Unknown {
    return new Unknown(this.sources.checker.getTypeAtLocation(of), of.getText());
  }
}
