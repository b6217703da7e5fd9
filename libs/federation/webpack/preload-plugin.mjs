// Preloads a page's first scripts from the page itself, so that the browser fetches them in parallel.
import HtmlWebpackPlugin from 'html-webpack-plugin';
import { providedKeyOf } from './provided-entries-plugin.mjs';

const name = 'Preload';

/** Chunks of the pages that a visit can start on; `data-start` in the page names one of them. */
const firstPages = ['console', 'sign-in'];
const textFont = /ibm-plex-sans-latin-wght-normal\.[^/]*woff2$/;

/**
 * Adds a `<link rel="preload">` for each script that the entry needs before its first render, and for the text font. A
 * script in the page's head adds those of the page that the visit starts on, which is known only in the browser.
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
        const initial = initialScripts(compilation);
        const fonts = Object.keys(compilation.assets).filter((file) => textFont.test(file));
        const links = [
          ...initial.map((file) => preload({ as: 'script', href: data.publicPath + file })),
          ...fonts.map((file) =>
            preload({ as: 'font', type: 'font/woff2', href: data.publicPath + file, crossorigin: true }),
          ),
        ];
        const firstPageScript = {
          tagName: 'script',
          voidTag: false,
          attributes: { nonce: '__CSP_NONCE__' },
          innerHTML: preloadFirstPage(compilation, new Set(initial), data.publicPath),
          meta: { plugin: name },
        };
        return { ...data, headTags: [...links, firstPageScript, ...data.headTags] };
      });
    });
  }
}

/** A script that preloads the first page's own scripts, without those that are preloaded anyway. */
function preloadFirstPage(compilation, preloaded, publicPath) {
  const files = Object.fromEntries(
    firstPages.map((page) => {
      const group = compilation.namedChunkGroups.get(page);
      const scripts = group ? scriptsOf(compilation, [group]) : [];
      return [page, scripts.filter((file) => !preloaded.has(file)).map((file) => publicPath + file)];
    }),
  );
  return `(${JSON.stringify(files)}[document.documentElement.getAttribute('data-start')]||[]).forEach(function(href){var link=document.createElement('link');link.rel='preload';link.as='script';link.href=href;document.head.appendChild(link)})`;
}

/**
 * The files that are fetched before the first render: the entry's asynchronous part, and what that takes from the share
 * scope. Lazy imports, such as pages, are left out.
 */
function initialScripts(compilation) {
  const { entrypoints } = compilation;
  const groups = childrenOf(entrypoints).filter(
    (group) => !group.origins.every(({ module }) => providedKeyOf(module)),
  );
  // The entry comes first: without a preload, browsers fetch a deferred script after all preloaded ones.
  const own = [...entrypoints.values()].flatMap((entry) => entry.getFiles());
  return [...new Set([...own.filter((file) => file.endsWith('.js')), ...scriptsOf(compilation, groups)])];
}

const childrenOf = (entrypoints) => [...entrypoints.values()].flatMap((entry) => entry.getChildren());

/** The scripts of chunk groups, and of the shared modules that they use. */
function scriptsOf({ entrypoints, chunkGraph }, groups) {
  const provided = new Map();
  for (const group of childrenOf(entrypoints))
    for (const { module } of group.origins)
      if (providedKeyOf(module)) provided.set(providedKeyOf(module), group);
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
