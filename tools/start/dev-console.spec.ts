import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { emptyAnnouncement } from '../../libs/module-kit/src/dev/announcement.ts';
import { allowOrigins, consoleListener } from './dev-console.ts';

const origin = 'http://127.0.0.1:4205';
const servers: Server[] = [];

async function listen(server: Server): Promise<URL> {
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

/** A server that announces two modules and has a page, and the console in front of it. */
async function startConsole(shell: URL | null = null): Promise<URL> {
  const server = await listen(
    createServer(({ url, headers }, response) => {
      if (url === '/api/modules?shell=1.0.0')
        response.end(
          JSON.stringify({
            ...emptyAnnouncement(),
            serial: 7,
            overrides: false,
            modules: ['mf-admin', 'mf-tickets'].map((name) => ({ name, channel: 'stable' })),
          }),
        );
      else if (headers.accept === 'text/html')
        response.setHeader('Content-Security-Policy', "script-src 'self'; base-uri 'none'").end('the page');
      else response.end(`server ${url}`);
    }),
  );
  const modules = new Map([['mf-tickets', origin]]);
  return listen(createServer(consoleListener({ server, shell, modules }, () => undefined)));
}

const textOf = async (url: URL, accept = '*/*') => (await fetch(url, { headers: { accept } })).text();

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

test('announces a module under development in place of its release', async () => {
  const address = await startConsole();
  const answer = (await (await fetch(new URL('/api/modules?shell=1.0.0', address))).json()) as object;
  expect(answer).toMatchObject({
    serial: 7,
    overrides: true,
    modules: [
      { name: 'mf-admin', channel: 'stable' },
      { name: 'mf-tickets', channel: 'local', base_url: `${origin}/`, integrity: null, signature: null },
    ],
  });
});

test('lets the server’s page load that module’s files', async () => {
  const address = await startConsole();
  const page = await fetch(new URL('/tickets', address), { headers: { accept: 'text/html' } });
  expect(await page.text()).toBe('the page');
  expect(page.headers.get('content-security-policy')).toBe(`script-src 'self' ${origin}; base-uri 'none'`);
});

test('passes everything else on to the server', async () => {
  const address = await startConsole();
  expect(await textOf(new URL('/api/tickets?limit=2', address))).toBe('server /api/tickets?limit=2');
  expect(await textOf(new URL('/js/main.js', address))).toBe('server /js/main.js');
});

test('takes the page from a shell under development, and the API and modules from the server', async () => {
  const shell = await listen(createServer(({ url }, response) => void response.end(`shell ${url}`)));
  const address = await startConsole(shell);
  expect(await textOf(new URL('/tickets', address), 'text/html')).toBe('shell /tickets');
  expect(await textOf(new URL('/js/main.js', address))).toBe('shell /js/main.js');
  expect(await textOf(new URL('/api/me', address))).toBe('server /api/me');
  expect(await textOf(new URL('/modules/mf-admin/1.0.0/module.json', address))).toBe(
    'server /modules/mf-admin/1.0.0/module.json',
  );
});

test('allows an origin’s files and its connection, and nothing more', () => {
  expect(allowOrigins("default-src 'none'; connect-src 'self'; img-src 'self' data:", [origin])).toBe(
    `default-src 'none'; connect-src 'self' ${origin} ws://127.0.0.1:4205; img-src 'self' data: ${origin}`,
  );
});
