import { readFileSync } from 'node:fs';
import path from 'node:path';
import { initColorSchemeScript } from '@tessera/ui';

const page = readFileSync(path.join(__dirname, 'index.html'), 'utf8');

test('shows the brand before any script, with styles that only use the policy’s nonce', () => {
  const root = /<div id="root">([^]*?)<noscript>/.exec(page)?.[1] ?? '';
  expect(root).toContain('Tessera');
  expect(root).toContain('#boot-mark');
  expect(page).not.toMatch(/<style(?! nonce="__CSP_NONCE__")/);
  expect(page).not.toMatch(/<script(?! nonce="__CSP_NONCE__")/);
  expect(root).not.toMatch(/ style=/);
});

test('styles the static content with the theme’s colours', () => {
  const tokens = readFileSync(
    path.join(__dirname, '../../../libs/ui/src/theme/tokens.ts'),
    'utf8',
  ).toLowerCase();
  const used = [...page.matchAll(/--boot-\w+: (#\w+);/g)].map(([, colour = '']) => colour.toLowerCase());
  expect(used.length).toBeGreaterThan(10);
  for (const colour of used) expect(tokens).toContain(colour === '#fff' ? '#ffffff' : colour);
});

test('starts with the theme’s script, with the nonce', () => {
  expect(page).toContain(`<script nonce="__CSP_NONCE__">${initColorSchemeScript}</script>`);
});
