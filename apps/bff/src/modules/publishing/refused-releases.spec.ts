import { startApp, type TestApp } from '../../../test/app';
import { makeRelease, makeReleaseKey, type TestRelease } from '../../../test/module-release';
import { begin, inputOf, publish, type Refusal } from '../../../test/publish';
import { addKey, makePublisher, newTeam, type TestPublisher } from '../../../test/publishers';
import { makeWebFolder } from '../../../test/web-folder';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ WEB_DIR: makeWebFolder() });
});
afterAll(() => app.close());

describe('a release is rejected', () => {
  /** What beginning to publish answers. */
  const rejectionOf = async (team: TestPublisher, release: TestRelease, key = team.key) => {
    const { status, body } = await begin<Refusal>(app, team, inputOf(release, key));
    return [status, body.reason ?? body.code, body.message];
  };

  it('without a signature', async () => {
    const { team, name } = await newTeam(app);
    const { manifest, key, signature } = inputOf(makeRelease({ name }), team.key);
    for (const body of [
      { manifest },
      { manifest, key },
      { manifest, signature },
      { manifest, key, signature: '' },
    ])
      expect(await begin<Refusal>(app, team, body)).toMatchObject({
        status: 400,
        body: {
          message: expect.stringMatching(/^The release isn't signed: (key|signature) of its/) as string,
        },
      });
  });

  it('with the signature of another text or another key', async () => {
    const { team, name } = await newTeam(app);
    const release = makeRelease({ name });
    const other = inputOf(makeRelease({ name, title: 'Other' }), team.key);
    const body = { ...other, manifest: release.manifestText };
    expect(await begin<Refusal>(app, team, body)).toMatchObject({
      status: 403,
      body: {
        reason: 'WRONG_SIGNATURE',
        message: `The signature of ${name} 1.0.0 is not one by the key ${team.key.id}`,
      },
    });
    for (const signature of ['unchecked', 'A'.repeat(88), Buffer.alloc(64).toString('base64')])
      expect((await begin(app, team, { ...inputOf(release, team.key), signature })).status).toBe(403);
    const stranger = inputOf(release, makeReleaseKey());
    expect((await begin(app, team, { ...stranger, key: team.key.id })).status).toBe(403);
  });

  it('with an unknown key, a revoked one, or one of another publisher', async () => {
    const { team, name } = await newTeam(app);
    const release = makeRelease({ name });
    const unknown = makeReleaseKey();
    expect(await rejectionOf(team, release, unknown)).toEqual([
      403,
      'KEY_UNKNOWN',
      `The key ${unknown.id} is not known`,
    ]);
    const theirs = await makePublisher(app, [name]);
    expect(await rejectionOf(team, release, theirs.key)).toEqual([
      403,
      'KEY_NOT_ALLOWED',
      `The key ${theirs.key.id} is not allowed for ${name}`,
    ]);
    await app.db.query('UPDATE module_keys SET revoked_at = now() WHERE key_id = $1', [team.key.id]);
    expect(await rejectionOf(team, release)).toEqual([
      403,
      'KEY_REVOKED',
      `The key ${team.key.id} was revoked`,
    ]);
    expect((await rejectionOf(team, release, await addKey(app, team.id)))[0]).toBe(200);
  });

  it('of a module that the publisher may not publish', async () => {
    const { team } = await newTeam(app);
    const { name } = await newTeam(app);
    expect(await rejectionOf(team, makeRelease({ name }))).toEqual([
      403,
      'MODULE_NOT_ALLOWED',
      `${team.name} may not publish ${name}`,
    ]);
  });

  it.each([
    [{ shell: '^2.0.0' }, /needs the shell contract \^2\.0\.0; the shell provides 1\.1\.0$/],
    [{ packages: { '@tessera/ui': '^1.2.0' } }, /needs @tessera\/ui \^1\.2\.0; the shell provides 1\.1\.0$/],
    [
      { packages: { '@tessera/maps': '^1.0.0' } },
      /needs @tessera\/maps \^1\.0\.0; the shell doesn't provide it$/,
    ],
    [{ uses: { '@tessera/ui/forms': ['DateField'] } }, /imports DateField from @tessera\/ui\/forms, which/],
    [
      { uses: { '@tessera/ui/maps': ['Map'] } },
      /imports from @tessera\/ui\/maps, which the shell doesn't provide$/,
    ],
  ])('when the shell cannot run it: %j', async (changes, message) => {
    const { team, name } = await newTeam(app);
    expect(await rejectionOf(team, makeRelease({ name, ...changes }))).toEqual([
      409,
      'INCOMPATIBLE',
      expect.stringMatching(message),
    ]);
  });

  it('accepts ranges of older and newer releases of the shell that include this one', async () => {
    const { team, name } = await newTeam(app);
    const fitting = makeRelease({
      name,
      shell: '>=1.0.0 <3',
      packages: { '@tessera/ui': '^1.0.0' },
      uses: { '@tessera/ui': ['PageHeader'] },
    });
    expect((await rejectionOf(team, fitting))[0]).toBe(200);
  });

  it.each(['/dashboard', '/account/seats', '/modules/seats', '/api/seats', '/auth/seats'])(
    'with the route %s of the shell',
    async (path) => {
      const { team, name } = await newTeam(app);
      const release = makeRelease({ name, routes: [{ path, action: 'read', reach: 'own' }], nav: [] });
      expect(await rejectionOf(team, release)).toEqual([
        409,
        'ROUTE_TAKEN',
        `${name} 1.0.0 can't have the route ${path}: /${path.split('/')[1]} belongs to the shell`,
      ]);
    },
  );

  it("with a route below another module's first segment, while a release of that module is assigned", async () => {
    const { team, name } = await newTeam(app);
    const { team: others, name: other } = await newTeam(app);
    const { id } = await publish(app, others, makeRelease({ name: other }));
    const path = `/${other}/archive`;
    const release = makeRelease({ name, routes: [{ path, action: 'read', reach: 'own' }], nav: [] });
    expect((await rejectionOf(team, release))[0]).toBe(200);
    await app.db.query(
      `INSERT INTO module_assignments (module_id, release_id, channel)
       SELECT module_id, id, 'stable' FROM module_releases WHERE id = $1`,
      [id],
    );
    expect(await rejectionOf(team, release)).toEqual([
      409,
      'ROUTE_TAKEN',
      `${name} 1.0.0 can't have the route ${path}: /${other} belongs to ${other}`,
    ]);
    expect((await rejectionOf(others, makeRelease({ name: other, version: '1.1.0' })))[0]).toBe(200);
  });

  it.each<[Parameters<typeof makeRelease>[0], string]>([
    [{ version: '1.0' }, 'manifest.version'],
    [{ version: 'latest' }, 'manifest.version'],
    [{ permissions: ['admin:own' as 'admin:all'] }, 'manifest.permissions.0'],
    [{ nav: [{ label: 'x', path: '/nowhere', icon: 'x', order: 1 }] }, 'manifest.nav.0.path'],
    [{ files: { 'mf-manifest.json': 'unchecked' } }, 'manifest.files.mf-manifest.json'],
    [
      { files: Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`f${i}.js`, 'x'])) },
      'manifest.files',
    ],
  ])('when its module.json breaks a rule: %j', async (changes, field) => {
    const { team, name } = await newTeam(app);
    const { status, body } = await begin<Refusal>(
      app,
      team,
      inputOf(makeRelease({ name, ...changes }), team.key),
    );
    expect([status, body.details?.map((detail) => detail.field)]).toEqual([
      400,
      expect.arrayContaining([field]),
    ]);
  });

  it('when its module.json is larger than one may be', async () => {
    const { team, name } = await newTeam(app);
    const { manifest, ...signed } = inputOf(makeRelease({ name }), team.key);
    const padded = { ...signed, manifest: manifest + ' '.repeat(513 * 1024) };
    expect((await begin(app, team, padded)).status).toBe(400);
  });

  it('when its version was published with other content, by another key or by another publisher', async () => {
    const { team, name } = await newTeam(app);
    const release = makeRelease({ name });
    await publish(app, team, release);
    expect(await rejectionOf(team, makeRelease({ name, title: 'Other' }))).toEqual([
      409,
      'PUBLISHED_BEFORE',
      `${name} 1.0.0 was published before with other content: raise its version in package.json, then build and sign`,
    ]);
    expect(await rejectionOf(team, release, await addKey(app, team.id))).toEqual([
      409,
      'PUBLISHED_BEFORE',
      `${name} 1.0.0 was published before with another key`,
    ]);
    expect(await rejectionOf(await makePublisher(app, [name]), release)).toEqual([
      409,
      'PUBLISHED_BEFORE',
      `${name} 1.0.0 was published before by another publisher`,
    ]);
  });

  it('while the contract of the shell is not known', async () => {
    const without = await startApp({ WEB_DIR: makeWebFolder(null) });
    try {
      const team = await makePublisher(without, ['mf-sample']);
      expect(await begin<Refusal>(without, team, inputOf(makeRelease(), team.key))).toMatchObject({
        status: 503,
        body: { message: expect.stringMatching(/shell-contract\.json of its shell is missing/) as string },
      });
    } finally {
      await without.close();
    }
  });
});
