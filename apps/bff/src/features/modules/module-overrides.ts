import type { IncomingHttpHeaders } from 'node:http';
import type { ModuleDto } from './modules.dto';

/** A cookie that developers set in their own browser: `mf-tasks=http://localhost:4202`, comma-separated. */
const overridesCookie = 'tessera_modules';

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The modules that a browser loads from its own machine, by name. Addresses that aren't local are ignored. */
export function overridesOf(headers: IncomingHttpHeaders): Map<string, URL> {
  const cookie = headers.cookie?.split(/; */).find((part) => part.startsWith(`${overridesCookie}=`));
  const value = decode(cookie?.slice(overridesCookie.length + 1) ?? '');
  const pairs = value.split(',').flatMap((pair): [string, URL][] => {
    const separator = pair.indexOf('=');
    const url = URL.parse(pair.slice(separator + 1));
    return separator > 0 && url?.protocol === 'http:' && localHosts.has(url.hostname)
      ? [[pair.slice(0, separator), url]]
      : [];
  });
  return new Map(pairs);
}

/** Replaces overridden releases. They have no integrity, since a developer's build changes with every save. */
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
