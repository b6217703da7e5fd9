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
});
afterEach(async () => {
  sample.remove();
  await server.stop();
});

const cli = (...args: string[]) =>
  run([...args, '--to', url], { cwd: sample.folder, env: { TESSERA_MODULE_TOKEN: 'tp_secret' } });

test.each([
  [['promote', '1.2.3'], 'promote', { version: '1.2.3' }],
  [['promote', 'mf-gates@1.2.3'], 'promote', { version: '1.2.3' }],
  [['canary', '1.2.3', '--realm', '12'], 'canary', { version: '1.2.3', realm_id: 12 }],
  [['canary', '1.2.3', '--percent', '5'], 'canary', { version: '1.2.3', percent: 5 }],
  [['rollback'], 'rollback', {}],
  [['rollback', '--channel', 'stable'], 'rollback', { channel: 'stable' }],
  [['disable'], 'disable', {}],
  [['enable', 'mf-gates'], 'enable', {}],
])('%j is requested, and answers who gets what', async (args, action, body) => {
  const { code, out } = await cli(...args);
  expect(code).toBe(0);
  expect(out).toMatch(/^mf-gates: stable 1.2.2, canary 1.2.3 for 5 % of the users \(\d+ ms\)$/);
  expect(server.requests).toMatchObject([{ path: `/api/publishing/modules/mf-gates/${action}` }]);
  expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual(body);
});

test.each([
  [['canary', '1.2.3']],
  [['canary', '1.2.3', '--realm', '1', '--percent', '5']],
  [['canary', '1.2.3', '--percent', '101']],
  [['canary', '1.2.3', '--percent', '1.5']],
  [['canary', '1.2.3', '--realm', 'Quayside']],
  [['promote']],
  [['rollback', '--channel', 'newest']],
  [['promote', 'newest']],
])('%j is a wrong use', async (args) => {
  expect((await cli(...args)).code).toBe(2);
  expect(server.requests).toEqual([]);
});

test('a roll-back is not repeated when its answer is lost, since it would go back further', async () => {
  server.faults.push({ route: 'POST', times: 1, drop: 'after' });
  expect((await cli('rollback')).code).toBe(3);
  expect(server.requests).toHaveLength(1);
});

test('list shows the releases of each module', async () => {
  const { code, out } = await cli('list');
  expect(code).toBe(0);
  expect(out.split('\n')).toEqual([
    'mf-gates: stable 1.2.2, canary 1.2.3 for 5 % of the users',
    '  1.2.3  canary  2026-11-20 14:32  Team Gates (pipeline)  200 loads  0.5 % failed  p95 1.3 s',
    '  1.2.2  stable  2026-11-20 14:32  Team Gates (pipeline)  no loads',
    '  mf-gates 1.2.2 needs the shell contract ^0.9.0; the shell provides 1.0.0',
    "  1.2.3 failed 3 ×: Cannot read properties of undefined (reading 'row')",
  ]);
});

test('verify asks the server about a published release', async () => {
  const { code, out } = await cli('verify', 'mf-gates@1.2.3');
  expect(code).toBe(0);
  expect(out).toMatch(/^The server has every file of mf-gates 1.2.3 as signed/);
  expect((await cli('verify', 'mf-gates@9.9.9')).code).toBe(1);
});
