/** A token in a link's fragment, `#invitation=…`, which browsers don't send to servers; null when missing. */
export const tokenInHash = (hash: string, name: string): string | null =>
  new URLSearchParams(hash.slice(1)).get(name);
