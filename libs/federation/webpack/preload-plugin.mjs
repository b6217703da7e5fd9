// Names the scripts of a page's beginning in the page itself, so that they come at once rather than one step after another.
import HtmlWebpackPlugin from 'html-webpack-plugin';

const name = 'Preload';

/** Pages that begin an address: the chunk's name is what `data-start` in the page is called. */
const firstPages = ['console', 'sign-in'];
const textFace = /ibm-plex-sans-latin-wght-normal\.[^/]*woff2$/;

/**
 * Puts a `<link rel="preload">` for each script that the entry needs to draw anything at all, and for the face of texts;
 * the scripts of the page that begins, which the page alone knows, are named by a script in its head.
 */
export class PreloadPlugin {
  apply(compiler) {
    compiler.hooks.compilation.tap(name, (compilation) => {
      HtmlWebpackPlugin.getHooks(compilation).alterAssetTagGroups.tap(name, (data) => {
        const preload = (attributes) => ({
          tagName: 'link',
          voidTag: true,
          attributes: { rel: 'preload', ...attributes },
          meta: { plugin: name },
        });
        const beginning = scriptsOfBeginning(compilation);
        const faces = Object.keys(compilation.assets).filter((file) => textFace.test(file));
        const links = [
          ...beginning.map((file) => preload({ as: 'script', href: data.publicPath + file })),
          ...faces.map((file) =>
            preload({ as: 'font', type: 'font/woff2', href: data.publicPath + file, crossorigin: true }),
          ),
        ];
        const ofPages = {
          tagName: 'script',
          voidTag: false,
          attributes: { nonce: '__CSP_NONCE__' },
          innerHTML: preloadFirstPage(compilation, new Set(beginning), data.publicPath),
          meta: { plugin: name },
        };
        return { ...data, headTags: [...links, ofPages, ...data.headTags] };
      });
    });
  }
}

/** A script that preloads what the page begins with beside the entry's own. */
function preloadFirstPage(compilation, known, publicPath) {
  const files = Object.fromEntries(
    firstPages.map((page) => {
      const group = compilation.namedChunkGroups.get(page);
      const scripts = group ? scriptsOf(compilation, [group]) : [];
      return [page, scripts.filter((file) => !known.has(file)).map((file) => publicPath + file)];
    }),
  );
  return `(${JSON.stringify(files)}[document.documentElement.getAttribute('data-start')]||[]).forEach(function(href){var link=document.createElement('link');link.rel='preload';link.as='script';link.href=href;document.head.appendChild(link)})`;
}

/**
 * The files of all that is fetched before the first drawing: what is behind the entry's asynchronous boundary, and what
 * that takes from the share scope. What is lazy, a page say, is somebody's own import and isn't followed.
 */
function scriptsOfBeginning(compilation) {
  const { entrypoints } = compilation;
  const beginning = childrenOf(entrypoints).filter(
    (group) => !group.origins.every(({ module }) => module?.type === 'provide-module'),
  );
  // The entry first: browsers fetch a deferred script after all that is preloaded.
  const own = [...entrypoints.values()].flatMap((entry) => entry.getFiles());
  return [...new Set([...own.filter((file) => file.endsWith('.js')), ...scriptsOf(compilation, beginning)])];
}

const childrenOf = (entrypoints) => [...entrypoints.values()].flatMap((entry) => entry.getChildren());

/** The scripts of chunk groups, and of what they take from the share scope. */
function scriptsOf({ entrypoints, chunkGraph }, groups) {
  const provided = new Map();
  for (const group of childrenOf(entrypoints))
    for (const { module } of group.origins)
      if (module?.type === 'provide-module') provided.set(module._name, group);
  const waiting = [...groups];
  const files = new Set();
  const seen = new Set();
  for (let group = waiting.pop(); group; group = waiting.pop()) {
    if (seen.has(group)) continue;
    seen.add(group);
    for (const chunk of group.chunks) {
      for (const file of chunk.files) if (file.endsWith('.js')) files.add(file);
      for (const { type, options } of chunkGraph.getChunkModulesIterable(chunk))
        if (type === 'consume-shared-module' && provided.has(options.shareKey))
          waiting.push(provided.get(options.shareKey));
    }
  }
  return [...files];
}
