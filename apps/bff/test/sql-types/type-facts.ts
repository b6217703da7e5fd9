import ts from 'typescript';

/** A type's texts, where it has only known ones. */
export function literalsOf(type: ts.Type): string[] | null {
  const members = type.isUnion() ? type.types : [type];
  const texts = members.map((member) => (member.isStringLiteral() ? member.value : null));
  return texts.every((text) => text !== null) ? texts : null;
}

/** What a caller gives to these isn't a part of SQL, or each of its known texts is tried. */
export function neverHoldsSql(type: ts.Type): boolean {
  if (type.flags & (ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike) || literalsOf(type)) return true;
  const symbol = type.aliasSymbol ?? type.getSymbol();
  const file = symbol?.declarations?.[0]?.getSourceFile().fileName ?? '';
  return /\.dto\.ts$|platform\/(realm-scope\/scope|http\/list-query|database\/conditions)\.ts$|platform\/access\//.test(
    file,
  );
}

/** The name of a type, such as `Conditions`. */
export const typeName = (type: ts.Type): string | undefined => (type.aliasSymbol ?? type.getSymbol())?.name;
