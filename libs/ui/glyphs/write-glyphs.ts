// Writes the face that states' icons are characters of, and its style sheet: `npm run glyphs`, when stub-glyphs.ts changed.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { stubGlyphs } from '../src/status/glyphs/stub-glyphs.ts';
import { boldFace, type Code, type Libraries } from './bold-face.ts';

// Fetched here and not with the workspace: 90 MB that nothing else needs, and only when an icon is added.
const packages = [
  'lucide-static@1.62.0',
  'canvaskit-wasm@0.42.0',
  'paper@0.12.20',
  'opentype.js@2.0.0',
  'fontverter@2.0.0',
];

const target = path.join(import.meta.dirname, '../src/status/glyphs');
const folder = mkdtempSync(path.join(tmpdir(), 'glyphs-'));
try {
  execFileSync('npm', ['install', '--no-save', '--prefix', folder, ...packages], { stdio: 'inherit' });
  const { resolve } = createRequire(path.join(folder, 'package.json'));
  const library = async (name: string): Promise<unknown> =>
    ((await import(pathToFileURL(resolve(name)).href)) as { default: unknown }).default;
  const libraries = {
    canvasKit: await ((await library('canvaskit-wasm')) as () => Promise<unknown>)(),
    paper: await library('paper/dist/paper-core.js'),
    opentype: await library('opentype.js'),
    fontverter: await library('fontverter'),
  } as Libraries;
  const lucide = path.join(folder, 'node_modules/lucide-static');
  const codes = JSON.parse(readFileSync(path.join(lucide, 'font/codepoints.json'), 'utf8')) as Partial<
    Record<string, number>
  >;
  const characters = stubGlyphs.map((name) => {
    const code = codes[name];
    if (code === undefined) throw new Error(`lucide's face has no "${name}"`);
    return { name, code };
  });
  const face = await boldFace(libraries, readFileSync(path.join(lucide, 'font/lucide.woff2')), characters);
  writeFileSync(path.join(target, 'stub-glyphs.woff2'), face);
  writeFileSync(path.join(target, 'stub-glyphs.css'), styleSheet(characters));
  writeFileSync(path.join(target, 'LICENSE'), readFileSync(path.join(lucide, 'LICENSE')));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function styleSheet(characters: readonly Code[]): string {
  const rules = characters.map(({ name, code }) => {
    const character = `'\\${code.toString(16)}'`;
    // The second says that nothing is to be read out. Browsers that don't know it keep the first.
    return `.glyph-${name}::before {\n  content: ${character};\n  content: ${character} / '';\n}\n`;
  });
  return `/* Written by npm run glyphs. The face: Lucide, ISC License, see LICENSE. */
@font-face {
  font-family: 'Stub glyphs';
  font-display: block;
  src: url('./stub-glyphs.woff2') format('woff2');
}
.glyph::before {
  font-family: 'Stub glyphs';
  font-size: 12px;
  font-weight: 400;
}
${rules.join('')}`;
}
