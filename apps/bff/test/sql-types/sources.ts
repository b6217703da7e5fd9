import path from 'node:path';
import ts from 'typescript';

const BFF = path.resolve(__dirname, '../..');

/** The server's sources as the compiler sees them, without tests and migrations; `samples` are further files in `src`. */
export class Sources {
  readonly checker: ts.TypeChecker;
  readonly files: readonly ts.SourceFile[];
  private readonly callsByName = new Map<string, ts.CallExpression[]>();
  private readonly sites = new Map<
    ts.SignatureDeclaration,
    readonly (ts.CallExpression | ts.NewExpression)[]
  >();
  private readonly newsByName = new Map<string, (ts.NewExpression | ts.CallExpression)[]>();

  constructor(samples: Readonly<Record<string, string>> = {}) {
    const sampleAt = (name: string) => samples[path.relative(path.join(BFF, 'src'), name)];
    const settings = ts.readConfigFile(path.join(BFF, 'tsconfig.json'), (name) => ts.sys.readFile(name));
    const { options, fileNames } = ts.parseJsonConfigFileContent(settings.config, ts.sys, BFF);
    const isSource = (name: string) =>
      name.startsWith(path.join(BFF, 'src')) && !/\.spec\.ts$|[/]migrations[/]/.test(name);
    const roots = fileNames.filter(isSource);
    const host: ts.CompilerHost = ts.createCompilerHost(options);
    const program = ts.createProgram({
      rootNames: [...roots, ...Object.keys(samples).map((name) => path.join(BFF, 'src', name))],
      options,
      host: {
        ...host,
        fileExists: (name) => sampleAt(name) !== undefined || ts.sys.fileExists(name),
        readFile: (name: string) => sampleAt(name) ?? ts.sys.readFile(name),
        getSourceFile: (name, language) => {
          const text = sampleAt(name);
          return text === undefined
            ? host.getSourceFile(name, language)
            : ts.createSourceFile(name, text, language, true);
        },
      },
    });
    this.checker = program.getTypeChecker();
    this.files = program.getSourceFiles().filter(({ fileName }) => isSource(fileName));
    for (const file of this.files) this.index(file);
  }

  /** Every call of a function or method with this name. */
  callsOf(name: string): readonly ts.CallExpression[] {
    return this.callsByName.get(name) ?? [];
  }

  /** Where a function, method or constructor is called. */
  sitesOf(callee: ts.SignatureDeclaration): readonly (ts.CallExpression | ts.NewExpression)[] {
    const known = this.sites.get(callee);
    if (known) return known;
    const sites = this.findSites(callee);
    this.sites.set(callee, sites);
    return sites;
  }

  private findSites(callee: ts.SignatureDeclaration): readonly (ts.CallExpression | ts.NewExpression)[] {
    if (ts.isConstructorDeclaration(callee)) return this.newsByName.get(callee.parent.name?.text ?? '') ?? [];
    const name = nameOf(callee);
    return name === undefined
      ? []
      : this.callsOf(name).filter((call) => this.declarationOf(call.expression) === callee);
  }

  /** The function that an expression names. */
  declarationOf(callee: ts.Expression): ts.SignatureDeclaration | undefined {
    const symbol = this.symbolOf(ts.isPropertyAccessExpression(callee) ? callee.name : callee);
    for (const declaration of symbol?.declarations ?? []) {
      if (ts.isFunctionLike(declaration)) return declaration;
      if (ts.isVariableDeclaration(declaration) || ts.isPropertyDeclaration(declaration)) {
        const { initializer } = declaration;
        if (initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)))
          return initializer;
      }
    }
    return undefined;
  }

  /** The symbol that a name stands for, of an import the imported one. */
  symbolOf(node: ts.Node): ts.Symbol | undefined {
    const symbol =
      ts.isShorthandPropertyAssignment(node.parent) && node.parent.name === node
        ? this.checker.getShorthandAssignmentValueSymbol(node.parent)
        : this.checker.getSymbolAtLocation(node);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(symbol) : symbol;
  }

  private index(node: ts.Node): void {
    if (ts.isCallExpression(node)) {
      const { expression } = node;
      if (expression.kind === ts.SyntaxKind.SuperKeyword) append(this.newsByName, baseOf(node), node);
      else if (ts.isIdentifier(expression)) append(this.callsByName, expression.text, node);
      else if (ts.isPropertyAccessExpression(expression))
        append(this.callsByName, expression.name.text, node);
    }
    if (ts.isNewExpression(node) && ts.isIdentifier(node.expression))
      append(this.newsByName, node.expression.text, node);
    ts.forEachChild(node, (child) => this.index(child));
  }
}

/** Where something is, for people: `work/tasks/tasks.repository.ts:12`. */
export function placeOf(node: ts.Node): string {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${path.relative(path.join(BFF, 'src'), file.fileName)}:${line + 1}`;
}

/** The class declaration around a node. */
const classAround = (node: ts.Node): ts.ClassDeclaration | undefined =>
  ts.findAncestor(node, ts.isClassDeclaration);

/** The type that a class extends, as it is written. */
export const heritageOf = (node: ts.Node): ts.ExpressionWithTypeArguments | undefined =>
  classAround(node)?.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0];

const baseOf = (superCall: ts.Node): string => heritageOf(superCall)?.expression.getText() ?? '';

function nameOf(callee: ts.SignatureDeclaration): string | undefined {
  const { name, parent } = callee;
  if (name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) return name.text;
  return ts.isVariableDeclaration(parent) || ts.isPropertyDeclaration(parent)
    ? parent.name.getText()
    : undefined;
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
