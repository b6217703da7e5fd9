import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../start/settings.mjs';

/** The entries that each file of the product keeps in a browser; none where it only reads or checks. */
const ENTRIES: Readonly<Record<string, readonly string[]>> = {
  'apps/bff/src/people/auth/session-cookie.ts': ['__Host-tessera_'],
  'apps/bff/src/people/single-sign-on/attempt-cookie.ts': ['__Host-tessera_sso_'],
  'apps/bff/src/people/auth/throttling/known-devices.ts': ['tessera_device_'],
  'apps/bff/src/modules/overrides/module-overrides.ts': ['tessera_overrides'],
  'apps/mf-tickets/src/features/pay/use-pay-desk.ts': ['tessera.paying'],
  'apps/shell/src/index.html': [],
  'apps/shell/src/remotes/announcement.ts': ['modules', 'modules_serial'],
  'apps/shell/src/remotes/overrides.ts': ['module_overrides'],
  'apps/shell/src/session/cookie-check.ts': ['tessera_check', '__Host-tessera_check'],
  'libs/api/src/session/session-store.ts': ['token', 'refreshToken', 'user'],
  'libs/ui/src/theme/color-mode.ts': ['tessera_theme'],
  'libs/ui/src/theme/init-color-scheme.ts': [],
};

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

describe('what a browser keeps', () => {
  it('is stored by the files that are named here, under the names given', () => {
    const files = globSync('{apps,libs}/*/src/**/*.{ts,tsx,html}', {
      cwd: root,
      exclude: (name) => /node_modules|dist|generated/.test(name),
    }).filter((file) => !/\.(test|spec)\.|apps\/(e2e|sandbox|worker)\/|libs\/module-kit\//.test(file));
    const storing = files.filter((file) =>
      /localStorage|sessionStorage|indexedDB|caches\.open|document\.cookie|Set-Cookie/.test(read(file)),
    );
    expect(storing.sort()).toEqual(Object.keys(ENTRIES).sort());
    for (const [file, entries] of Object.entries(ENTRIES))
      for (const entry of entries) expect(read(file)).toMatch(new RegExp(`['\`]${entry}['$]`));
  });

  it('is listed in docs/product/api.md', () => {
    const [, section = ''] = read('docs/product/api.md').split('## Sessions in the browser');
    const listed = [...section.matchAll(/^\| `([^`…]+)…?` +\|/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(Object.values(ENTRIES).flat().sort());
  });
});
