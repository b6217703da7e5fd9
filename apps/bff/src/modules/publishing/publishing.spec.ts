import { startApp, startBeside, type TestApp } from '../../../test/app';
import { insert } from '../../../test/factories';
import { makeRelease } from '../../../test/module-release';
import { begin, complete, inputOf, publish, type Refusal, sendFile, upload } from '../../../test/publish';
import { addToken, newTeam, type TestPublisher } from '../../../test/publishers';
import { makeWebFolder } from '../../../test/web-folder';
import { PUBLISHER_REQUESTS, RateLimit } from '../../platform/access/rate-limit';
import type { ModuleSettingsDto } from '../registry/settings.dto';
import { sha256Of } from '../store/module-store';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ WEB_DIR: makeWebFolder() });
});
afterAll(() => app.close());

const releasesOf = async (name: string) => {
  const { rows } = await app.db.query<{ version: string; published_by: string; publisher_id: number }>(
    `SELECT r.version, r.published_by, r.publisher_id FROM module_releases r JOIN modules m ON m.id = r.module_id
     WHERE m.name = $1 ORDER BY r.id`,
    [name],
  );
  return rows;
};
const listed = async ({ token }: TestPublisher) =>
  (await app.http<ModuleSettingsDto[]>('GET', '/api/publishing/modules', { token })).body;
describe('the requests of a token', () => {
  it('are limited per minute, apart from those of other tokens and of the address', async () => {
    const { team } = await newTeam(app);
    const other = await addToken(app, team.id, ['publish']);
    const limit = app.nest.get(RateLimit, { strict: false });
    for (let sent = 1; sent < PUBLISHER_REQUESTS; sent += 1)
      limit.count('publisher token', String(team.tokenId), PUBLISHER_REQUESTS);
    const list = (token: string) => app.http<unknown>('GET', '/api/publishing/modules', { token });
    expect((await list(team.token)).status).toBe(200);
    const rejected = await list(team.token);
    expect(rejected).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT' } });
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0);
    const input = inputOf(makeRelease(), team.key);
    expect((await begin(app, team, input)).status).toBe(429);
    expect((await sendFile(app, team, 1, Buffer.from('x'))).status).toBe(429);
    expect((await list(other.token)).status).toBe(200);
    expect((await app.http('GET', '/api/modules')).status).toBe(200);
  });
});

describe('publishing a release', () => {
  it('uploads what the store lacks and records the release, which nobody is given by that', async () => {
    const { team, name } = await newTeam(app);
    const release = makeRelease({ name }, { 'assets/seats.svg': `<svg><title>${name}</title></svg>` });
    const begun = await begin(app, team, inputOf(release, team.key));
    expect(begun).toMatchObject({
      status: 200,
      body: {
        upload_id: expect.any(Number) as number,
        missing: Object.values(release.files).map(sha256Of),
      },
    });
    const published = await publish(app, team, release);
    const size = Object.values(release.files).reduce((sum, { length }) => sum + length, 0);
    expect(published).toMatchObject({
      name,
      version: '1.0.0',
      owner: 'Team Sample',
      key: team.key.id,
      published_by: `${team.name} (pipeline)`,
      size_bytes: size,
    });
    expect(await listed(team)).toMatchObject([
      {
        name,
        title: 'Sample',
        enabled: true,
        stable_release_id: null,
        canaries: [],
        releases: [{ version: '1.0.0', state: 'published', incompatible: null, stats: { loads: 0 } }],
      },
    ]);
    expect((await app.http<{ modules: { name: string }[] }>('GET', '/api/modules')).body.modules).toEqual([]);
    const { rows } = await app.db.query(
      `SELECT actor_kind, who, after FROM audit WHERE action = 'module.publish' AND after ->> 'release_id' = $1`,
      [String(published.id)],
    );
    expect(rows).toMatchObject([
      {
        actor_kind: 'publisher',
        who: `${team.name} (pipeline)`,
        after: { release: '1.0.0', size_bytes: size },
      },
    ]);
  });

  it('serves each file at once, by every server', async () => {
    const { team, name } = await newTeam(app);
    const release = makeRelease({ name });
    await publish(app, team, release);
    const beside = await startBeside(app);
    try {
      for (const { url } of [app, beside]) {
        for (const [file, bytes] of Object.entries(release.files)) {
          const response = await fetch(`${url}/modules/${name}/1.0.0/${file}`);
          expect([file, response.status, await response.text()]).toEqual([file, 200, bytes.toString()]);
        }
      }
    } finally {
      await beside.close();
    }
  });

  it('sends only the files that no other release has', async () => {
    const { team, name } = await newTeam(app);
    const shared = { 'vendor.js': `/* shared by the releases of ${name} */` };
    await publish(app, team, makeRelease({ name, version: '1.0.0' }, shared));
    const next = makeRelease({ name, version: '1.1.0' }, shared);
    const { body } = await begin(app, team, inputOf(next, team.key));
    expect(body.missing).not.toContain(sha256Of(next.files['vendor.js']!));
    expect(body.missing).toContain(sha256Of(next.files['main.0123456789abcdef.js']!));
  });

  it('answers the release again when it is repeated at any step', async () => {
    const { team, name } = await newTeam(app);
    const release = makeRelease({ name });
    const input = inputOf(release, team.key);
    const [first, second] = [await begin(app, team, input), await begin(app, team, input)];
    expect(second.body).toEqual(first.body);
    const id = await upload(app, team, release);
    for (const bytes of Object.values(release.files))
      expect((await sendFile(app, team, id, bytes)).status).toBe(204);
    const [done, again] = [await complete(app, team, id), await complete(app, team, id)];
    expect(again).toMatchObject({ status: 200, body: done.body });
    expect((await begin(app, team, input)).body).toEqual(done.body);
    expect(await releasesOf(name)).toHaveLength(1);
  });
});

describe("a publisher's token", () => {
  it('does only what its scopes allow', async () => {
    const { team, name } = await newTeam(app);
    const { token } = await addToken(app, team.id, ['release']);
    const input = inputOf(makeRelease({ name }), team.key);
    expect(await begin<Refusal>(app, { token }, input)).toMatchObject({
      status: 403,
      body: { message: "The token doesn't have the scope publish" },
    });
    expect((await app.http('GET', '/api/publishing/modules', { token })).status).toBe(200);
  });

  it('opens no other route', async () => {
    const { team } = await newTeam(app);
    for (const path of ['/api/me', '/api/modules/settings', '/api/modules/publishers', '/api/tasks'])
      expect([path, (await app.http('GET', path, { token: team.token })).status]).toEqual([path, 401]);
  });

  it('is rejected at once when it is revoked or its creator is no longer an administrator', async () => {
    const { team } = await newTeam(app);
    const creator = await insert(app, 'users', {
      email: 'maker-of-tokens@quayside.example',
      name: 'Maker',
      role: 'admin',
      password_hash: '-',
    });
    const status = async () =>
      (await app.http('GET', '/api/publishing/modules', { token: team.token })).status;
    await app.db.query('UPDATE module_tokens SET created_by = $1 WHERE id = $2', [creator, team.tokenId]);
    expect(await status()).toBe(200);
    await app.db.query(`UPDATE users SET role = 'realm_owner' WHERE id = $1`, [creator]);
    expect(await status()).toBe(401);
    await app.db.query('UPDATE module_tokens SET created_by = NULL, revoked_at = now() WHERE id = $1', [
      team.tokenId,
    ]);
    expect(await status()).toBe(401);
  });

  it('records when it was last used', async () => {
    const { team } = await newTeam(app);
    await listed(team);
    const { rows } = await app.db.query('SELECT last_used_at FROM module_tokens WHERE id = $1', [
      team.tokenId,
    ]);
    expect(rows).toEqual([{ last_used_at: expect.any(Date) as Date }]);
  });
});
