/** An origin that no path of the console names. */
const BASE = 'https://console.invalid';

/**
 * The path, query and fragment that a link of the console opens, as a browser resolves it; null for anything that isn't an
 * absolute path or leads to another origin. `/.//evil.example` resolves to `//evil.example`, which names a host.
 */
export function consolePath(link: unknown): string | null {
  if (typeof link !== 'string' || !link.startsWith('/') || !URL.canParse(link, BASE)) return null;
  const { origin, pathname, search, hash } = new URL(link, BASE);
  return origin === BASE && !pathname.startsWith('//') ? pathname + search + hash : null;
}
