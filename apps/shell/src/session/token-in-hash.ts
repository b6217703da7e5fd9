/** A token of a link, after its `#`: `#invitation=…`. Browsers send that part to no server; null without. */
export const tokenInHash = (hash: string, name: string): string | null =>
  new URLSearchParams(hash.slice(1)).get(name);
