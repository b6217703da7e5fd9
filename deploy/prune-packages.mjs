// node prune-packages.mjs <folder of a program>: removes from node_modules what the program doesn't need: it keeps the packages
// that its files name, and those that these depend on, as package-lock.json says. For the images.
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';

const [folder = ''] = process.argv.slice(2);
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
/** What the product lists itself: an optional peer is kept only if it is among them. */
const own = packages[''].dependencies;

/** The folder of a package as another one finds it: among its own, or among those of a folder above. */
function resolve(name, from) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const candidate = path.posix.join(at, 'node_modules', name);
    if (packages[candidate] && existsSync(candidate)) return candidate;
    if (at === '') return null;
  }
}

const kept = new Set();
function keep(name, from) {
  const found = resolve(name, from);
  if (found === null || kept.has(found)) return;
  kept.add(found);
  const {
    dependencies,
    optionalDependencies,
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = packages[found];
  const peers = Object.keys(peerDependencies).filter(
    (peer) => !peerDependenciesMeta[peer]?.optional || peer in own,
  );
  for (const each of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
    keep(each, found);
}

for (const file of globSync(`${folder}/**/*.{cjs,mjs,js,ts}`))
  for (const [, name] of readFileSync(file, 'utf8').matchAll(
    /(?:\bfrom|\bimport|\brequire\(|\bimport\()\s*['"]([^'"./][^'"]*)['"]/g,
  ))
    if (!isBuiltin(name))
      keep(
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
        '',
      );
if (kept.size === 0) throw new Error(`${folder} names no package`);

for (const at of Object.keys(packages))
  if (at !== '' && ![...kept].some((one) => one === at || one.startsWith(`${at}/`)))
    rmSync(at, { recursive: true, force: true });
// For developers alone.
for (const file of globSync('node_modules/**/*.{map,d.ts,d.mts,d.cts}')) rmSync(file, { force: true });
console.log(`${kept.size} packages`);
