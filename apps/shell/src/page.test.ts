import { initColorSchemeScript } from '@tessera/ui';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const page = readFileSync(path.join(__dirname, 'index.html'), 'utf8');

test('the page’s first script is the theme’s own, and carries the nonce', () => {
  expect(page).toContain(`<script nonce="__CSP_NONCE__">${initColorSchemeScript}</script>`);
});
