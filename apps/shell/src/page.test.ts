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

test('says when a script can’t be fetched, and offers to try again', () => {
  const [, script = ''] = /in place of the skeleton. -->\s*<script[^>]*>([^]*?)<\/script>/.exec(page) ?? [];
  document.body.innerHTML = /<div id="root">[^]*?<noscript>/.exec(page)?.[0] ?? '';
  const own = document.createElement('script');
  own.textContent = script;
  document.head.append(own);
  const missing = document.createElement('script');
  document.head.append(missing);
  missing.dispatchEvent(new Event('error'));
  expect(document.querySelector('[role=alert]')).toHaveTextContent('The console could not be loaded.');
  expect(document.querySelector('[role=alert] button')).toHaveTextContent('Retry');
  expect(document.documentElement.dataset['start']).toBe('failed');
});

test('starts with the theme’s script, with the nonce', () => {
  expect(page).toContain(`<script nonce="__CSP_NONCE__">${initColorSchemeScript}</script>`);
});
