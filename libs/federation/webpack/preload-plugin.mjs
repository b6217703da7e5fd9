// Names the scripts of a page's beginning in the page itself, so that they come at once rather than one step after another.
import HtmlWebpackPlugin from 'html-webpack-plugin';

const name = 'Preload';

/** Puts a `<link rel="preload">` for each script that the entry needs to draw anything at all. */
export class PreloadPlugin {
  apply(compiler) {
    compiler.hooks.compilation.tap(name, (compilation) => {
      HtmlWebpackPlugin.getHooks(compilation).alterAssetTagGroups.tap(name, (data) => {
        const links = scriptsOfBeginning(compilation).map((file) => ({
          tagName: 'link',
          voidTag: true,
          attributes: { rel: 'preload', as: 'script', href: data.publicPath + file },
          meta: { plugin: name },
        }));
        return { ...data, headTags: [...links, ...data.headTags] };
      });
    });
  }
}

/**
 * The files of all that is fetched before the first drawing: what is behind the entry's asynchronous boundary, and what
 * that takes from the share scope. What is lazy, a page say, is somebody's own import and isn't followed.
 */
function scriptsOfBeginning({ entrypoints, chunkGraph }) {
  const groups = [...entrypoints.values()].flatMap((entry) => entry.getChildren());
  const provided = new Map();
  const waiting = [];
  for (const group of groups)
    for (const { module } of group.origins) {
      if (module?.type === 'provide-module') provided.set(module._name, group);
      else waiting.push(group);
    }
  // The entry first: browsers fetch a deferred script after all that is preloaded.
  const own = [...entrypoints.values()].flatMap((entry) => entry.getFiles());
  const files = new Set(own.filter((file) => file.endsWith('.js')));
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
