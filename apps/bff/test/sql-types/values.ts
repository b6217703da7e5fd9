import type ts from 'typescript';

/** What an expression may be evaluated to. */
export type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | Value[]
  | ObjectValue
  | Closure
  | Native
  | ClassValue
  | Unknown;

/** A value that depends on the caller or on the run: what is known is its type. */
export class Unknown {
  constructor(
    readonly type: ts.Type,
    /** The expression, for the list of what can't be evaluated. */
    readonly why: string,
  ) {}
}

/** An object, whose members are evaluated when they are read. */
export class ObjectValue {
  readonly members = new Map<string, () => Value>();
}

/** A function of the sources, with the variables around it. */
export class Closure {
  constructor(
    readonly declaration: ts.SignatureDeclaration,
    readonly scope: Scope,
  ) {}
}

/** A function of JavaScript itself. */
export class Native {
  constructor(readonly call: (...args: Value[]) => Value) {}
}

export class ClassValue {
  constructor(readonly declaration: ts.ClassDeclaration) {}
}

/** Variables by symbol. */
export class Scope {
  private readonly variables = new Map<ts.Symbol, Value>();

  constructor(private readonly outer?: Scope) {}

  has(symbol: ts.Symbol): boolean {
    return this.variables.has(symbol) || (this.outer?.has(symbol) ?? false);
  }

  get(symbol: ts.Symbol): Value {
    return this.variables.has(symbol) ? this.variables.get(symbol) : this.outer?.get(symbol);
  }

  set(symbol: ts.Symbol, value: Value): void {
    this.variables.set(symbol, value);
  }

  /** Changes a variable where it was declared. */
  assign(symbol: ts.Symbol, value: Value): void {
    if (this.variables.has(symbol) || !this.outer) this.set(symbol, value);
    else this.outer.assign(symbol, value);
  }
}
