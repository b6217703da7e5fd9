import type { IncomingHttpHeaders } from 'node:http';
import type { ModuleDto } from './modules.dto';

/** The cookie that a developer sets for their own browser: `mf-tasks=http://localhost:4202`, comma-joined. */
export const overridesCookie = 'tessera_modules';

const own = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The modules that this browser takes from its own machine, by name; anything but a local address is left out. */
export function overridesOf(headers: IncomingHttpHeaders): Map<string, URL> {
  const cookie = headers.cookie?.split(/; */).find((part) => part.startsWith(`${overridesCookie}=`));
  const value = decode(cookie?.slice(overridesCookie.length + 1) ?? '');
  const pairs = value.split(',').flatMap((pair): [string, URL][] => {
    const at = pair.indexOf('=');
    const url = URL.parse(pair.slice(at + 1));
    return at > 0 && url?.protocol === 'http:' && own.has(url.hostname) ? [[pair.slice(0, at), url]] : [];
  });
  return new Map(pairs);
}

/** The releases as this browser gets them: a module of its own machine changes with every save, so nothing is checked. */
export const withOverrides = (modules: readonly ModuleDto[], overrides: Map<string, URL>): ModuleDto[] =>
  modules.map((module) => {
    const url = overrides.get(module.name);
    if (!url) return module;
    const manifest_url = new URL('mf-manifest.json', url.origin).href;
    return { ...module, version: 'local', channel: 'local', integrity: 'unchecked', manifest_url };
  });

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
