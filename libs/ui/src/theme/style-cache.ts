import createCache, { type EmotionCache } from '@emotion/cache';

/**
 * One cache of the styles that components bring, to be shared by shell and remotes.
 *
 * Styles with an at-rule (a media query, key frames) get a style element each. Browsers can tell which elements a plain
 * rule concerns when it comes, but after an at-rule they resolve anew whatever matches anything in its whole sheet: all of
 * the page, each time that a component shows for the first time.
 *
 * @param nonce the page's, for the policy that lets its style elements in
 */
export function createStyleCache(nonce?: string): EmotionCache {
  const options = { key: 'ts', ...(nonce ? { nonce } : {}) };
  const cache = createCache({ ...options, prepend: true });
  // After the plain rules: a sheet that comes to stand before another has that one resolved anew too.
  const conditional = createCache(options).sheet;
  const insert = cache.insert;
  cache.insert = (selector, serialized, sheet, shouldCache) => {
    if (sheet !== cache.sheet || !serialized.styles.includes('@'))
      return insert(selector, serialized, sheet, shouldCache);
    // A sheet without rules begins a new element.
    conditional.ctr = 0;
    return insert(selector, serialized, conditional, shouldCache);
  };
  return cache;
}
