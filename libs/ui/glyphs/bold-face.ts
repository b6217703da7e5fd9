/** A character by lucide's name of it, with its code point. */
export interface Code {
  name: string;
  code: number;
}

interface SkiaPath {
  makeStroked(options: { width: number; join: unknown; cap: unknown }): SkiaPath;
  toSVGString(): string;
}

interface Outline {
  commands: readonly {
    type: string;
    x1?: number;
    y1?: number;
    x2?: number;
    y2?: number;
    x?: number;
    y?: number;
  }[];
}

/** What the face is made with, as much of each as is used: Skia joins outlines, paper.js turns them, opentype.js reads and writes them. */
export interface Libraries {
  canvasKit: {
    Path: {
      MakeFromSVGString(data: string): SkiaPath;
      MakeFromOp(one: SkiaPath, other: SkiaPath, op: unknown): SkiaPath;
    };
    PathOp: { Union: unknown };
    StrokeJoin: { Round: unknown };
    StrokeCap: { Round: unknown };
  };
  paper: {
    setup(size: readonly [number, number]): void;
    CompoundPath: new (options: { pathData: string; fillRule: 'evenodd'; insert: false }) => {
      reorient(nonZero: boolean, clockwise: boolean): { pathData: string };
    };
  };
  opentype: {
    parse(face: ArrayBuffer): {
      unitsPerEm: number;
      ascender: number;
      charToGlyph(character: string): { advanceWidth: number; path: Outline };
    };
    Path: { new (): Outline; fromSVG(data: string, options: { flipY: false }): Outline };
    Glyph: new (options: { name: string; unicode?: number; advanceWidth: number; path: Outline }) => object;
    Font: new (options: {
      familyName: string;
      styleName: string;
      unitsPerEm: number;
      ascender: number;
      descender: number;
      glyphs: readonly object[];
    }) => { toArrayBuffer(): ArrayBuffer };
  };
  fontverter: { convert(face: Buffer, format: 'sfnt' | 'woff2'): Promise<Uint8Array> };
}

/** A stub's lines are 2.5 of 24 parts of its icon, and those of lucide's face 2. */
const MORE = (2.5 - 2) / 24;

/**
 * The characters of lucide's face with lines as bold as a stub's. Made so once: painted with `-webkit-text-stroke`, which
 * looks the same, a frame of a scrolled list takes 9 % longer.
 *
 * @param lucide its face, in WOFF 2
 * @returns the face, in WOFF 2
 */
export async function boldFace(
  { canvasKit, paper, opentype, fontverter }: Libraries,
  lucide: Buffer,
  characters: readonly Code[],
): Promise<Uint8Array> {
  paper.setup([1, 1]);
  const { Path, PathOp, StrokeJoin, StrokeCap } = canvasKit;
  const face = opentype.parse(Uint8Array.from(await fontverter.convert(lucide, 'sfnt')).buffer);
  const glyphs = characters.map(({ name, code }) => {
    const { advanceWidth, path } = face.charToGlyph(String.fromCodePoint(code));
    const thin = Path.MakeFromSVGString(svgOf(path));
    const line = { width: MORE * face.unitsPerEm, join: StrokeJoin.Round, cap: StrokeCap.Round };
    const pathData = Path.MakeFromOp(thin, thin.makeStroked(line), PathOp.Union).toSVGString();
    // Faces are filled by the other rule than what Skia joins: holes have to turn the other way than what is around them.
    const turned = new paper.CompoundPath({ pathData, fillRule: 'evenodd', insert: false }).reorient(
      false,
      true,
    );
    const bold = opentype.Path.fromSVG(turned.pathData, { flipY: false });
    return new opentype.Glyph({ name, unicode: code, advanceWidth, path: bold });
  });
  const none = new opentype.Glyph({
    name: '.notdef',
    advanceWidth: face.unitsPerEm,
    path: new opentype.Path(),
  });
  const font = new opentype.Font({
    familyName: 'Stub glyphs',
    styleName: 'Regular',
    unitsPerEm: face.unitsPerEm,
    ascender: face.ascender,
    // It may not be none.
    descender: -1,
    glyphs: [none, ...glyphs],
  });
  return fontverter.convert(Buffer.from(font.toArrayBuffer()), 'woff2');
}

const svgOf = ({ commands }: Outline): string =>
  commands
    .map(({ type, x1, y1, x2, y2, x, y }) =>
      [type, x1, y1, x2, y2, x, y].filter((part) => part !== undefined).join(' '),
    )
    .join('');
