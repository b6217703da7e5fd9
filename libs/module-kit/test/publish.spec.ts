import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { FakeConsole } from './fake-console.ts';
import { run } from './run.ts';
import { type SampleModule, writeModule } from './sample-release.ts';

let server: FakeConsole;
let url: string;
let sample: SampleModule;
beforeEach(async () => {
  server = new FakeConsole();
  url = await server.start();
  sample = writeModule();
  await cli('keygen');
  await cli('sign', '--key', 'module-key.pem');
});
afterEach(async () => {
  sample.remove();
  await server.stop();
});

const env = { TESSERA_MODULE_TOKEN: 'tp_secret' };
const cli = (...args: string[]) => run(args, { cwd: sample.folder, env });
const publish = () => cli('publish', 'dist', '--to', url);
const files = 'PUT /api/publishing/releases/7/files/';
const complete = 'POST /api/publishing/releases/7/complete';

describe('publish', () => {
  it('uploads each content once, reports each step, and says what to do next', async () => {
    const { code, out } = await publish();
    expect(code).toBe(0);
    expect(server.files.size).toBe(3);
    expect(server.seen(files)).toHaveLength(3);
    expect(out.replaceAll(/\(\d+ ms\)/g, '(time)').split('\n')).toEqual([
      'Compared 4 files, 69 bytes, with module.json (time)',
      'The console accepts the release (time)',
      'Uploaded 3 of 3 files, 49 bytes (time)',
      'mf-gates 1.2.3 is published (time)',
      'Nobody gets it yet. Try it with some users first, or give it to everybody:',
      `  npx tessera-module canary mf-gates@1.2.3 --realm ID --to ${url}`,
      `  npx tessera-module canary mf-gates@1.2.3 --percent 5 --to ${url}`,
      `  npx tessera-module promote mf-gates@1.2.3 --to ${url}`,
    ]);
  });

  it('says that a version is lower than the stable one', async () => {
    server.stableVersion = '1.10.0';
    const { code, out } = await publish();
    expect(code).toBe(0);
    expect(out).toContain('1.10.0 is stable already: to promote 1.2.3 would be to go back');
  });

  it('sends the signed text and the token, and the token nowhere else', async () => {
    const { out } = await publish();
    const [started] = server.seen('POST /api/publishing/releases');
    expect(JSON.parse(started?.body ?? '')).toEqual({
      manifest: expect.stringContaining('"mf-gates"') as string,
      key: expect.any(String) as string,
      signature: expect.any(String) as string,
    });
    expect(new Set(server.requests.map(({ authorization }) => authorization))).toEqual(
      new Set(['Bearer tp_secret']),
    );
    expect(out).not.toContain('tp_secret');
  });

  it('sends four files at a time', async () => {
    sample.remove();
    const many = Array.from({ length: 12 }, (_, i) => [`assets/${i}.svg`, `<svg id="${i}"/>`] as const);
    sample = writeModule({}, Object.fromEntries(many));
    await cli('keygen');
    await cli('sign', '--key', 'module-key.pem');
    server.filesTogether = 4;
    expect((await publish()).code).toBe(0);
    expect(server.files.size).toBe(15);
    expect(server.mostParallel).toBe(4);
  });

  it('sends only the files that the console lacks', async () => {
    server.keep('a{color:red}');
    const { code, out } = await publish();
    expect(code).toBe(0);
    expect(out).toContain('Uploaded 2 of 3 files, 37 of 49 bytes');
    expect(server.seen(files)).toHaveLength(2);
  });

  it('continues where an interrupted upload ended', async () => {
    server.faults.push({ route: complete, times: 99, status: 500, body: { message: 'Disk full' } });
    const interrupted = await publish();
    expect(interrupted.code).toBe(3);
    expect(interrupted.err).toBe(`tessera-module: ${url} failed with 500: Disk full`);
    server.faults.length = 0;
    const { code, out } = await publish();
    expect(code).toBe(0);
    expect(out).toContain('The console has every file already');
    expect(server.seen(files)).toHaveLength(3);
  });

  it('ends when a file is refused', async () => {
    const body = { message: 'The upload has ended', code: 'NOT_FOUND' };
    server.faults.push({ route: files, times: 1, status: 404, body });
    expect(await publish()).toMatchObject({ code: 1, err: 'tessera-module: The upload has ended' });
    expect(server.seen(complete)).toEqual([]);
  });

  it('uploads nothing of a release that is there', async () => {
    await publish();
    const { code, out } = await cli('publish', '--to', url, '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      name: 'mf-gates',
      version: '1.2.3',
      is_new: false,
      uploaded_files: 0,
      uploaded_bytes: 0,
    });
  });

  it.each([
    ['the server fails', { status: 503 }],
    ['the connection breaks', { drop: 'before' as const }],
    ['it sends too much', { status: 429, headers: { 'retry-after': '0' } }],
  ])('repeats a request when %s', async (_, fault) => {
    for (const route of ['POST /api/publishing/releases', files, complete])
      server.faults.push({ route, times: 1, ...fault });
    expect((await publish()).code).toBe(0);
  });

  it('is published when the answer to its last request is lost', async () => {
    server.faults.push({ route: complete, times: 1, drop: 'after' });
    expect((await publish()).code).toBe(0);
    expect(server.seen(complete)).toHaveLength(2);
  });

  it('states the server’s reason, field by field, and repeats nothing', async () => {
    const details = [
      { message: 'mf-gates needs the shell contract ^2.0.0' },
      { message: '/gates belongs to mf-doors' },
    ];
    server.faults.push({
      route: 'POST /api/publishing/releases',
      times: 9,
      status: 400,
      body: { message: 'The release is refused', code: 'VALIDATION', details },
    });
    expect(await publish()).toMatchObject({
      code: 1,
      err: 'tessera-module: The release is refused: mf-gates needs the shell contract ^2.0.0; /gates belongs to mf-doors',
    });
    expect(server.requests).toHaveLength(1);
    expect(JSON.parse((await cli('publish', '--to', url, '--json')).out)).toMatchObject({
      error: { code: 'VALIDATION' },
    });
  });

  it('refuses a build of another version than the one of package.json before it sends anything', async () => {
    sample.write('package.json', JSON.stringify({ name: 'mf-gates', version: '1.3.0' }));
    expect(await publish()).toMatchObject({
      code: 1,
      err: 'tessera-module: dist is 1.2.3, package.json says 1.3.0: run npm run build',
    });
    expect(server.requests).toEqual([]);
  });

  it('states once a reason that is also a field’s', async () => {
    const message = 'There is no realm 77. The page Realms lists the numbers';
    server.faults.push({
      route: 'POST /api/publishing/modules/mf-gates/canary',
      times: 1,
      status: 400,
      body: { message, code: 'VALIDATION', details: [{ message }] },
    });
    expect(await cli('canary', '1.2.3', '--realm', '77', '--to', url)).toMatchObject({
      code: 1,
      err: `tessera-module: ${message}`,
    });
  });

  it('refuses a build without a signature before it sends anything', async () => {
    sample.remove();
    sample = writeModule();
    expect(await publish()).toMatchObject({
      code: 1,
      err: expect.stringContaining("dist isn't signed") as string,
    });
    expect(server.requests).toEqual([]);
  });

  it('exits with 3 when nothing answers', async () => {
    await server.stop();
    const { code, err } = await publish();
    expect(code).toBe(3);
    expect(err).toMatch(/^tessera-module: http:\/\/127.0.0.1:\d+ can't be reached: /);
    await server.start();
  });
});

describe('a token', () => {
  it('is read from a file', async () => {
    writeFileSync(path.join(sample.folder, 'token'), 'tp_file\n');
    const args = ['list', '--to', url, '--token-file', 'token'];
    expect((await run(args, { cwd: sample.folder })).code).toBe(0);
    expect(server.requests[0]?.authorization).toBe('Bearer tp_file');
  });

  it.each([
    [['publish', '--to', 'http://console.example'], 'http://console.example must begin with https://'],
    [['publish', '--to', 'console'], 'console is no address of a console'],
    [['publish'], 'Name the console with --to URL'],
  ])('is sent nowhere for %j', async (args, message) => {
    expect(await cli(...args)).toMatchObject({ code: 2, err: expect.stringContaining(message) as string });
  });

  it('is needed', async () => {
    const { code, err } = await run(['list', '--to', url], { cwd: sample.folder });
    expect(code).toBe(2);
    expect(err).toContain('Set TESSERA_MODULE_TOKEN, or name a file with the token by --token-file');
  });

  it('is not sent to the address that a server redirects to', async () => {
    server.faults.push({
      route: 'GET /api/publishing/modules',
      times: 1,
      status: 302,
      headers: { location: 'https://elsewhere.example/' },
    });
    expect(await cli('list', '--to', url)).toMatchObject({
      code: 1,
      err: `tessera-module: ${url} redirects to https://elsewhere.example/: name that address`,
    });
  });
});
