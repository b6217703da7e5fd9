import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { root } from '../../start/settings.mjs';

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

type Service = Record<string, unknown> & {
  image?: string;
  ports?: string[];
  environment?: Record<string, string>;
};

const services = () =>
  (parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, Service> }).services;

it('gives no container a right, a writable file system or an open port that it needs not', () => {
  for (const [name, service] of Object.entries(services())) {
    expect({ name, ...service }).toMatchObject({
      name,
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      image: expect.stringMatching(/:./) as string,
      deploy: { resources: { limits: { memory: expect.any(String) as string } } },
    });
    if (name !== 'tls') for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    // A secret is in a file, not in the environment, which `docker inspect` shows.
    const secrets = Object.keys(service.environment ?? {}).filter((key) =>
      /PASSWORD|TOKEN|KEYS|SECRET/.test(key),
    );
    expect(secrets.filter((key) => !key.endsWith('_FILE'))).toEqual([]);
  }
});

it('gives a server the time of its drain and its shutdown', () => {
  const { bff } = services();
  const drainMs = Number(bff?.environment?.DRAIN_MS);
  expect(Number.parseInt(String(bff?.stop_grace_period)) * 1000).toBeGreaterThan(drainMs + 15_000);
});

it('ends the shell without waiting for its long polls', () => {
  expect(read('Dockerfile')).toMatch(/^CMD \["nginx", .*worker_shutdown_timeout 5s;"\]$/m);
});

it('restores as the owner from the folder of backups, and with a store that can be written to', () => {
  const { restore, backup } = services();
  expect(restore).toMatchObject({
    environment: { DATABASE_URL_FILE: '/run/secrets/owner_database_url' },
    volumes: ['store:/store', './backups:/backups'],
  });
  expect(restore?.environment?.BACKUP_PASSPHRASE_FILE).toBe(backup?.environment?.BACKUP_PASSPHRASE_FILE);
});

it('replaces nothing else when the documented commands replace one service', () => {
  const { services: names } = parse(read('docker-compose.yml')) as { services: object };
  const commands = [...read('docs/operate/upgrade.md').matchAll(/^docker compose .*\bup -d .*$/gm)].map(
    ([command]) => command.replace(/ +#.*$/, ''),
  );
  const renewed = commands.flatMap((command) => command.split(' ').filter((word) => word in names));
  expect(renewed).toEqual(
    expect.arrayContaining(['bff', 'shell', 'mf-tasks', 'mf-tickets', 'mf-admin', 'worker']),
  );
  expect(commands.filter((command) => !command.includes(' --no-deps '))).toEqual([]);
});

it('logs no query string and no address of a calendar', () => {
  const template = read('deploy/nginx/shell.conf.template');
  const [, format = ''] = /log_format requests(.*?);\n/s.exec(template) ?? [];
  expect(format).toContain('$path_without_secrets');
  expect(format).not.toMatch(/\$(request|request_uri|uri|args|query_string|http_referer)\b/);
  expect(template.match(/access_log .*/g)).toEqual([
    'access_log /var/log/nginx/access.log requests;',
    'access_log off;',
  ]);
  expect(template).toMatch(/location \^~ \/api\/calendar\/feed\/ \{\s+error_log \/dev\/null;/);
});

it('logs neither in front of nginx when the shell does not answer', () => {
  const [, pattern = 'none', by = ''] =
    /request>uri regexp "(.*)" "(.*)"/.exec(read('deploy/caddy/Caddyfile')) ?? [];
  const logged = (uri: string) => uri.replaceAll(new RegExp(pattern, 'g'), by);
  const secret = `tc_${'9CjRb4mYxk3_UyA1vT0-Lw'.repeat(2)}`;
  expect(logged(`/api/calendar/feed/${secret}.ics`)).toBe('/api/calendar/feed/….ics');
  expect(logged(`/tasks?q=${secret}`)).toBe('/tasks…');
});

it('publishes no source map from the shell image', () => {
  expect(read('deploy/nginx/shell.conf.template')).toMatch(/location ~ \\.map\S* \{\s+return 404;/);
});

it("serves hashed files itself, and has no policy of its own for pages, which is the server's", () => {
  const template = read('deploy/nginx/shell.conf.template');
  const [, pages] = /location \/ \{(.*?)\}/s.exec(template) ?? [];
  expect(pages?.trim()).toBe('proxy_pass $bff;');
  // Of regular expressions the first that matches wins.
  const expressions = [...template.matchAll(/location ~ (\S+) \{/g)].map(([, expression]) => expression);
  const hashed = '"[.-][0-9a-f]{8,}\\.';
  expect(expressions).toEqual([
    '\\.map(\\.gz)?$',
    `${hashed}js\\.br$"`,
    expect.stringContaining(`${hashed}(js|css`),
  ]);
  for (const header of [
    'X-Content-Type-Options nosniff',
    'Strict-Transport-Security $transport_security',
    'Cross-Origin-Resource-Policy same-origin',
    `Content-Security-Policy "default-src 'none'; frame-ancestors 'none'"`,
  ])
    expect(template.split(`add_header ${header};`)).toHaveLength(3);
});

it('redirects no page of the console, and nothing to the address where it listens', () => {
  const template = read('deploy/nginx/shell.conf.template');
  // nginx redirects `/modules` to `/modules/` where only the latter has a location.
  expect(template).toMatch(/location = \/modules \{\s+proxy_pass \$bff;/);
  expect(template).toContain('absolute_redirect off;');
});

it('repeats a POST at another server only if its Idempotency-Key counts', () => {
  const template = read('deploy/nginx/shell.conf.template');
  const document = JSON.parse(read('libs/api/openapi.json')) as {
    paths: Record<string, { post?: { 'x-ignores-idempotency-key'?: boolean } }>;
  };
  const [, rules = ''] = /\$repetition \{(.*?)\n\}/s.exec(template) ?? [];
  const ignoring = [...rules.matchAll(/^ {2}~(\S+) 0;$/gm)].map(([, rule = '']) => new RegExp(rule));
  const posts = Object.entries(document.paths).filter(([, { post }]) => post);
  const repeatable = ['/api/auth/login', '/api/auth/logout', '/api/auth/refresh'];
  const isIgnored = ([url, { post }]: (typeof posts)[number]) =>
    Boolean(post?.['x-ignores-idempotency-key']) || url.startsWith('/api/auth/');
  const excluded = posts.filter(([url]) => ignoring.some((rule) => rule.test(`POST ${url}`)));
  expect(excluded.map(([url]) => url)).toEqual(posts.filter(isIgnored).map(([url]) => url));
  const always = [...rules.matchAll(/^ {2}~(\S+) 2;$/gm)].map(([, rule = '']) => new RegExp(rule));
  const others = posts.filter(([url]) => always.some((rule) => rule.test(`POST ${url}`)));
  expect(others.map(([url]) => url).filter((url) => !url.startsWith('/api/worker/v1/'))).toEqual(repeatable);
});

it('lets the servers read modules and share one store of releases', () => {
  const compose = read('docker-compose.yml');
  const modules = /MODULES: (\S+)/.exec(compose)?.[1]?.split(',') ?? [];
  expect(modules.length).toBeGreaterThan(0);
  for (const file of modules) {
    const [, name] = /^\/bundled\/(mf-[a-z]+)\/module\.json$/.exec(file) ?? [];
    expect(compose).toContain(`REMOTE: ${name} } }\n    volumes: [bundled:/bundled]`);
    expect(compose).toContain(`${name}: { condition: service_completed_successfully }`);
  }
  expect(compose).toContain('volumes: [bundled:/bundled:ro, store:/store]');
});
