import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../start/settings.mjs';

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

it("replaces the client's X-Forwarded-For with the peer address", () => {
  const template = read('deploy/nginx/shell.conf.template');
  expect(template).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
  expect(template).not.toContain('$proxy_add_x_forwarded_for');
});

it('trusts only the address of the shell, which no other container uses', () => {
  const compose = read('docker-compose.yml');
  const [, trusted] = /TRUST_PROXY: (\S+)/.exec(compose) ?? [];
  const [, shell] = /ipv4_address: ([\d.]+)/.exec(compose) ?? [];
  const [, range] = /ip_range: ([\d.]+)\/25/.exec(compose) ?? [];
  expect(trusted).toBe(`${shell}/32`);
  const last = (address: string | undefined) => Number(address?.split('.').at(-1));
  expect(last(shell)).toBeLessThan(last(range));
});

it.each(['shell', 'remote'])('publishes no source map from the %s image', (name) => {
  expect(read(`deploy/nginx/${name}.conf.template`)).toMatch(/location ~ \\\.map\S* \{\s+return 404;/);
});
