import ts from 'typescript';
import { heritageOf, type Sources } from './sources';

type Sites = ReadonlyMap<ts.SignatureDeclaration, ts.CallExpression | ts.NewExpression>;

/** What the rows of a call are read as, given which call each generic function around it was called by. */
export class RowTypes {
  constructor(
    private readonly sources: Sources,
    private readonly sites: Sites,
  ) {}

  ofCall(call: ts.CallExpression): { row: ts.Type | null; extra: readonly string[] } {
    const type = this.typeArgument(call, 0);
    if (!type) return { row: null, extra: [] };
    if (this.isTable(call))
      return this.resolve(this.sources.checker.getIndexTypeOfType(type, ts.IndexKind.Number) ?? type);
    return this.resolve(type);
  }

  /** TypeORM's `query` names the type of all rows, not of one. */
  private isTable(call: ts.CallExpression): boolean {
    const file = this.sources.declarationOf(call.expression)?.getSourceFile().fileName ?? '';
    return file.includes('node_modules/typeorm/');
  }

  private typeArgument(call: ts.CallExpression | ts.NewExpression, index: number): ts.Type | undefined {
    const { checker } = this.sources;
    const written = call.typeArguments?.[index];
    if (written) return checker.getTypeFromTypeNode(written);
    const signature = checker.getResolvedSignature(call);
    return signature && checker.getTypeArgumentsForResolvedSignature(signature)?.[index];
  }

  /** A type without parameters; a further part of an intersection names extra columns. */
  private resolve(type: ts.Type, depth = 0): { row: ts.Type | null; extra: readonly string[] } {
    if (depth > 10) return { row: null, extra: [] };
    if (type.flags & ts.TypeFlags.Unknown) return { row: null, extra: [] };
    if (isParameter(type)) {
      const argument = this.argumentOf(type);
      return argument ? this.resolve(argument, depth + 1) : { row: null, extra: [] };
    }
    if (!type.isIntersection() || !type.types.some(isParameter)) return { row: type, extra: [] };
    const generic = type.types.find(isParameter);
    const extra = type.types
      .filter((part) => part !== generic)
      .flatMap((part) => part.getProperties().map(({ name }) => name));
    return { row: generic ? this.resolve(generic, depth + 1).row : null, extra };
  }

  /** What the caller gives for a type parameter of a function or a class. */
  private argumentOf(parameter: ts.Type): ts.Type | undefined {
    const [declaration] = parameter.symbol.declarations ?? [];
    if (!declaration || !ts.isTypeParameterDeclaration(declaration)) return undefined;
    const owner = declaration.parent;
    if (ts.isFunctionLike(owner)) {
      const site = this.sites.get(owner);
      return site && this.typeArgument(site, owner.typeParameters?.indexOf(declaration) ?? 0);
    }
    if (!ts.isClassDeclaration(owner)) return undefined;
    const index = owner.typeParameters?.indexOf(declaration) ?? 0;
    const constructed = owner.members.find((member) => ts.isConstructorDeclaration(member));
    const site = constructed && this.sites.get(constructed);
    if (!site) return undefined;
    const written = ts.isNewExpression(site) ? site.typeArguments : heritageOf(site)?.typeArguments;
    const node = written?.[index];
    return node && this.sources.checker.getTypeFromTypeNode(node);
  }
}

const isParameter = (type: ts.Type): boolean => (type.flags & ts.TypeFlags.TypeParameter) !== 0;
