// The shapes of Lucide's icons, which a module's menu entries name.
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Loads the icons that are installed for a folder and returns a function from an icon's name to its shapes: SVG elements
 * with their attributes, in a 24 × 24 box. It throws for a name that Lucide doesn't have.
 *
 * @param {string} dir
 * @returns {Promise<(name: string) => Promise<[string, Record<string, string>][]>>}
 */
export async function loadIcons(dir) {
  const { default: icons } = await import(pathToFileURL(locate(dir)).href);
  return async (name) => {
    const load = Object.hasOwn(icons, name) && icons[name];
    if (!load) throw new Error(`"${name}" is no icon of Lucide (https://lucide.dev/icons)`);
    const { node } = (await load()).__iconData;
    // `key` is React's and not an attribute.
    return node.map(([tag, { key: _key, ...attributes }]) => [tag, attributes]);
  };
}

/** The file with all icons: the module's own Lucide, else the one that this configuration depends on. */
function locate(dir) {
  const file = 'lucide-react/dynamicIconImports.mjs';
  for (const folder of [dir, import.meta.dirname])
    try {
      return createRequire(path.join(folder, 'module.json')).resolve(file);
    } catch {
      // Not installed here.
    }
  throw new Error('lucide-react, which draws the icons of the menu, is not installed');
}
