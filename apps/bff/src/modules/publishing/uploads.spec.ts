import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startApp, type TestApp } from '../../../test/app';
import { moduleStoreOf } from '../../../test/app';
import { makeRelease } from '../../../test/module-release';
import { begin, complete, inputOf, publish, type Refusal, sendFile, upload } from '../../../test/publish';
import { makePublisher, newTeam, type TestPublisher } from '../../../test/publishers';
import { makeWebFolder } from '../../../test/web-folder';
import { until } from '../../../test/work';
import { Housekeeping } from '../../platform/retention/housekeeping';
import { ModuleStore, sha256Of } from '../store/module-store';
import type { ReleaseVerificationDto } from './publishing.dto';
import { MAX_BYTES_AN_HOUR, MAX_UPLOADS } from './uploads.service';

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
const verify = async ({ token }: TestPublisher, name: string, version = '1.0.0') =>
  app.http<ReleaseVerificationDto>('GET', `/api/publishing/modules/${name}/releases/${version}/verify`, {
    token,
  });

describe('uploads of one publisher', () => {
  it('are open up to a number, exactly, when many begin at once', async () => {
    const { team, name } = await newTeam(app);
    await app.db.query(
      `INSERT INTO module_uploads (publisher_id, token_id, name, version, manifest, signature, key_id)
       SELECT $1, $2, 'mf-other', n::text, '{}', n::text, 'key' FROM generate_series(1, $3) n`,
      [team.id, team.tokenId, MAX_UPLOADS - 2],
    );
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        begin(app, team, inputOf(makeRelease({ name, version: `1.0.${i}` }), team.key)),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409, 409, 409]);
  });

  it('have a number of bytes an hour, over all of them', async () => {
    const { team, name } = await newTeam(app);
    const release = makeRelease({ name });
    const { body } = await begin(app, team, inputOf(release, team.key));
    const file = release.files['mf-manifest.json']!;
    await app.db.query('INSERT INTO module_upload_budgets (publisher_id, bytes) VALUES ($1, $2)', [
      team.id,
      MAX_BYTES_AN_HOUR - file.length + 1,
    ]);
    const rejected = await sendFile(app, team, body.upload_id, file);
    expect(rejected).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT' } });
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3500);
    expect(await app.nest.get(ModuleStore, { strict: false }).has([sha256Of(file)])).toEqual(new Set());
    await app.db.query(`UPDATE module_upload_budgets SET started_at = now() - interval '1 hour'`);
    expect((await sendFile(app, team, body.upload_id, file)).status).toBe(204);
  });
});

describe('an uploaded file', () => {
  it('is rejected under another hash, and when the release does not list it', async () => {
    const { team, name } = await newTeam(app);
    const release = makeRelease({ name });
    const { body } = await begin(app, team, inputOf(release, team.key));
    const id = body.upload_id;
    const listed = sha256Of(release.files['mf-manifest.json']!);
    const other = Buffer.from('alert(1)');
    expect(await sendFile(app, team, id, other, listed)).toMatchObject({
      status: 400,
      body: { message: `The bytes received have the SHA-256 ${sha256Of(other)}, not ${listed}` },
    });
    expect(await sendFile(app, team, id, other)).toMatchObject({
      status: 404,
      body: { message: `${name} 1.0.0 lists no file with the SHA-256 ${sha256Of(other)}` },
    });
    expect(await app.nest.get(ModuleStore, { strict: false }).has([sha256Of(other), listed])).toEqual(
      new Set(),
    );
  });

  it('is rejected when it is too large, said beforehand or not', async () => {
    const { team, name } = await newTeam(app);
    const large = Buffer.alloc(5 * 1024 * 1024 + 1, 'x');
    const { body } = await begin(app, team, inputOf(makeRelease({ name }, { 'large.js': large }), team.key));
    const url = `${app.url}/api/publishing/releases/${body.upload_id}/files/${sha256Of(large)}`;
    const send = (sent: Buffer | ReadableStream) =>
      fetch(url, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${team.token}`, 'Content-Type': 'application/octet-stream' },
        body: sent,
        duplex: 'half',
      });
    const streamed = new ReadableStream({
      start: (controller) => {
        controller.enqueue(large);
        controller.close();
      },
    });
    for (const sent of [large, streamed]) {
      const response = await send(sent);
      expect([response.status, await response.json()]).toMatchObject([
        413,
        { message: 'A file may have at most 5242880 bytes' },
      ]);
    }
  });

  it('is taken as bytes alone', async () => {
    const { team, name } = await newTeam(app);
    const release = makeRelease({ name });
    const { body } = await begin(app, team, inputOf(release, team.key));
    const path = `/api/publishing/releases/${body.upload_id}/files/${sha256Of(release.files['mf-manifest.json']!)}`;
    for (const type of ['application/json', 'text/plain', 'text/csv'])
      expect(
        (await app.http('PUT', path, { token: team.token, text: '{}', headers: { 'Content-Type': type } }))
          .status,
      ).toBe(415);
    expect((await app.http('PUT', path, { token: team.token })).status).toBe(415);
  });

  it('belongs to an upload of the same publisher that is not over', async () => {
    const { team, name } = await newTeam(app);
    const others = await makePublisher(app, [name]);
    const release = makeRelease({ name });
    const { body } = await begin(app, team, inputOf(release, team.key));
    const id = body.upload_id;
    const bytes = release.files['mf-manifest.json']!;
    expect((await sendFile(app, others, id, bytes)).status).toBe(404);
    expect((await complete(app, others, id)).status).toBe(404);
    await app.db.query(`UPDATE module_uploads SET created_at = now() - interval '61 minutes' WHERE id = $1`, [
      id,
    ]);
    expect((await sendFile(app, team, id, bytes)).status).toBe(404);
    expect((await complete(app, team, id)).status).toBe(404);
    await app.nest.get(Housekeeping, { strict: false }).clean();
    expect((await app.db.query('SELECT FROM module_uploads WHERE id = $1', [id])).rowCount).toBe(0);
  });

  it('counts towards what an upload may send', async () => {
    const { team, name } = await newTeam(app);
    const release = makeRelease({ name });
    const { body } = await begin(app, team, inputOf(release, team.key));
    await app.db.query('UPDATE module_uploads SET received_bytes = 80 * 1024 * 1024 - 1 WHERE id = $1', [
      body.upload_id,
    ]);
    expect((await sendFile(app, team, body.upload_id, release.files['mf-manifest.json']!)).status).toBe(413);
  });
});

describe('completing an upload', () => {
  it('names the files that are missing or damaged', async () => {
    const { team, name } = await newTeam(app);
    const release = makeRelease({ name });
    const { body } = await begin(app, team, inputOf(release, team.key));
    const manifest = release.files['mf-manifest.json']!;
    await sendFile(app, team, body.upload_id, manifest);
    expect(await complete<Refusal>(app, team, body.upload_id)).toMatchObject({
      status: 409,
      body: {
        reason: 'FILES_MISSING',
        message: 'Not uploaded yet: main.0123456789abcdef.js',
        context: { missing: [sha256Of(release.files['main.0123456789abcdef.js']!)] },
      },
    });
    expect(await releasesOf(name)).toEqual([]);
  });

  it('rejects a release that is too large in all', async () => {
    const { team, name } = await newTeam(app);
    const part = (n: number) => Buffer.alloc(4 * 1024 * 1024, `${name}${n}`);
    const parts = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`part-${n}.js`, part(n)]));
    const release = makeRelease({ name }, parts);
    const store = app.nest.get(ModuleStore, { strict: false });
    for (const bytes of Object.values(release.files)) await store.put(sha256Of(bytes), bytes);
    const { body } = await begin(app, team, inputOf(release, team.key));
    expect(body.missing).toEqual([]);
    expect(await complete<Refusal>(app, team, body.upload_id)).toMatchObject({
      status: 413,
      body: { code: 'TOO_LARGE', message: expect.stringMatching(/a release may have 41943040$/) as string },
    });
  });

  it('rejects when the key was revoked, the token revoked or expired, or the module withdrawn in the meantime', async () => {
    const changes: [string, number, (team: TestPublisher) => [string, unknown[]]][] = [
      ['key', 403, ({ key }) => ['UPDATE module_keys SET revoked_at = now() WHERE key_id = $1', [key.id]]],
      [
        'token',
        401,
        ({ tokenId }) => ['UPDATE module_tokens SET revoked_at = now() WHERE id = $1', [tokenId]],
      ],
      [
        'time',
        401,
        ({ tokenId }) => ['UPDATE module_tokens SET expires_at = now() WHERE id = $1', [tokenId]],
      ],
      ['module', 403, ({ id }) => [`UPDATE module_publishers SET modules = '{}' WHERE id = $1`, [id]]],
    ];
    for (const [what, expected, change] of changes) {
      const { team, name } = await newTeam(app);
      const id = await upload(app, team, makeRelease({ name }));
      await app.db.query(...change(team));
      expect([what, (await complete(app, team, id)).status]).toEqual([what, expected]);
      expect(await releasesOf(name)).toEqual([]);
    }
  });

  it('waits for a revocation that is being committed, and rejects then', async () => {
    const { team, name } = await newTeam(app);
    const id = await upload(app, team, makeRelease({ name }));
    const revoking = await app.db.connect();
    try {
      await revoking.query('BEGIN');
      await revoking.query('UPDATE module_keys SET revoked_at = now() WHERE key_id = $1', [team.key.id]);
      const completing = complete<Refusal>(app, team, id);
      await until(async () => {
        const { rowCount } = await app.db.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
             AND query LIKE '%module_keys%'`,
        );
        return rowCount !== 0;
      }, 'the upload waits for the revocation');
      await revoking.query('COMMIT');
      expect(await completing).toMatchObject({ status: 403, body: { reason: 'KEY_REVOKED' } });
    } finally {
      await revoking.query('ROLLBACK');
      revoking.release();
    }
    expect(await releasesOf(name)).toEqual([]);
  });

  it('records one release when the same one is completed many times at once', async () => {
    const { team, name } = await newTeam(app);
    const id = await upload(app, team, makeRelease({ name }));
    const responses = await Promise.all(Array.from({ length: 8 }, () => complete(app, team, id)));
    expect(new Set(responses.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect(responses[0]!.status).toBe(200);
    expect(await releasesOf(name)).toHaveLength(1);
  });

  it('records one of two releases with the same version that are completed at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { team, name } = await newTeam(app);
      const ids = [
        await upload(app, team, makeRelease({ name, title: 'One' })),
        await upload(app, team, makeRelease({ name, title: 'Two' })),
      ];
      const responses = await Promise.all(ids.map((id) => complete<Refusal>(app, team, id)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
      expect(responses.find(({ status }) => status === 409)?.body.reason).toBe('PUBLISHED_BEFORE');
      expect(await releasesOf(name)).toHaveLength(1);
    }
  });
});

describe('verifying a release', () => {
  it('reads every stored file again and checks the signature', async () => {
    const { team, name } = await newTeam(app);
    const release = makeRelease({ name }, { 'assets/a.svg': `<svg id="${name}"/>` });
    const { size_bytes } = await publish(app, team, release);
    expect(await verify(team, name)).toMatchObject({
      status: 200,
      body: { name, version: '1.0.0', key: team.key.id, files: 3, size_bytes },
    });
    await app.db.query('UPDATE module_keys SET revoked_at = now() WHERE key_id = $1', [team.key.id]);
    expect(await verify(team, name)).toMatchObject({
      status: 409,
      body: {
        reason: 'RELEASE_DAMAGED',
        message: `${name} 1.0.0 is not as it was signed: The key ${team.key.id} is no longer valid`,
      },
    });
  });

  it('names each file that is missing or was changed in the store', async () => {
    const { team, name } = await newTeam(app);
    const release = makeRelease({ name }, { 'a.js': `/* a of ${name} */`, 'b.js': `/* b of ${name} */` });
    const id = await upload(app, team, release);
    await complete(app, team, id);
    const storedFile = (file: string) => {
      const sha256 = sha256Of(release.files[file]!);
      return path.join(moduleStoreOf(app.databaseUrl), sha256.slice(0, 2), sha256);
    };
    rmSync(storedFile('a.js'));
    writeFileSync(storedFile('b.js'), 'alert(1)');
    const problems = ['a.js is missing from the store', 'b.js has been changed in the store'];
    expect(await verify(team, name)).toMatchObject({ status: 409, body: { context: { problems } } });
    for (const file of ['a.js', 'b.js'])
      expect((await sendFile(app, team, id, release.files[file]!)).status).toBe(204);
    expect((await verify(team, name)).status).toBe(200);
  });

  it('is possible for the modules of the token alone', async () => {
    const { team, name } = await newTeam(app);
    await publish(app, team, makeRelease({ name }));
    const { team: others } = await newTeam(app);
    expect((await verify(others, name)).status).toBe(404);
    expect((await verify(team, name, '9.9.9')).status).toBe(404);
  });
});
