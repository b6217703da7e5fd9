import { randomBytes } from 'node:crypto';
import { startApp, startBeside, type TestApp } from '../../../test/app';
import { concurrently } from '../../../test/concurrently';
import { defined } from '../../../test/defined';
import { makeRelease, type TestRelease } from '../../../test/module-release';
import { begin, complete, inputOf, publish, sendFile, upload } from '../../../test/publish';
import { makePublisher, newTeam } from '../../../test/publishers';
import { RACE_MS, rounds } from '../../../test/races/rounds';
import { type S3Server, startS3 } from '../../../test/s3-server';
import { makeWebFolder } from '../../../test/web-folder';
import { until } from '../../../test/work';
import { ModuleStore, sha256Of } from './module-store';
import { OrphanedFiles } from './orphaned-files';

const web = makeWebFolder();
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());

const stores: [string, () => Record<string, string>][] = [
  ['a folder', () => ({})],
  [
    'a bucket',
    () => ({
      MODULE_STORE: `s3://${s3.settings.bucket}/orphans`,
      S3_ENDPOINT: s3.settings.endpoint,
      S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
    }),
  ],
];

describe.each(stores)('files in %s that no release lists', (_, environment) => {
  let app: TestApp;
  let second: TestApp;
  beforeAll(async () => {
    const env = { WEB_DIR: web, ...environment() };
    app = await startApp(env);
    second = await startBeside(app, env);
  });
  afterAll(async () => {
    await second.close();
    await app.close();
  });

  const store = (server = app) => server.nest.get(ModuleStore, { strict: false });
  const clean = (server = app) => server.nest.get(OrphanedFiles, { strict: false }).clean();
  const newFile = () => Buffer.from(randomBytes(16).toString('hex'));
  const releaseOf = (name: string, files: Buffer[], version = '1.0.0'): TestRelease =>
    makeRelease({ name, version }, Object.fromEntries(files.map((file, i) => [`file-${i}.js`, file])));
  const hashesOf = ({ files }: TestRelease) => Object.values(files).map(sha256Of);
  const recordedAgo = (ago: string) =>
    app.db.query(`UPDATE module_orphaned_files SET found_at = now() - $1::interval`, [ago]);
  /** Stores files that no release lists and whose grace time is over. */
  async function makeExpired(count: number): Promise<Buffer[]> {
    const files = Array.from({ length: count }, newFile);
    for (const file of files) await store().put(sha256Of(file), file);
    await clean();
    await recordedAgo('8 days');
    return files;
  }
  const stored = async (hashes: string[]) => (await store().has(hashes)).size;

  it('are removed seven days after they were found, those of releases never', async () => {
    const { team, name } = await newTeam(app);
    const published = releaseOf(name, [newFile()]);
    await publish(app, team, published);
    const shared = Object.values(published.files);
    const abandoned = releaseOf(name, [...shared, ...Array.from({ length: 40 }, newFile)], '1.1.0');
    const own = hashesOf(abandoned).filter((sha256) => !hashesOf(published).includes(sha256));
    await upload(app, team, abandoned);
    await clean();
    await recordedAgo('6 days 23 hours');
    await clean();
    expect(await stored(own)).toBe(own.length);
    await recordedAgo('7 days 1 minute');
    await Promise.all([clean(), clean(second)]);
    expect(await stored(own)).toBe(0);
    expect(await stored(hashesOf(published))).toBe(hashesOf(published).length);
    const { rows } = await app.db.query('SELECT sha256 FROM module_orphaned_files');
    expect(rows).toEqual([]);
  });

  it('are kept for an upload that relies on them, and for its release', async () => {
    const { team, name } = await newTeam(app);
    const files = await makeExpired(2);
    const release = releaseOf(name, files);
    const { body } = await begin(app, team, inputOf(release, team.key));
    expect(body.missing.filter((sha256) => files.map(sha256Of).includes(sha256))).toEqual([]);
    await clean(second);
    for (const bytes of Object.values(release.files))
      if (body.missing.includes(sha256Of(bytes))) await sendFile(app, team, body.upload_id, bytes);
    await clean();
    expect(await complete(app, team, body.upload_id)).toMatchObject({ status: 200 });
    await recordedAgo('8 days');
    await clean();
    expect(await stored(hashesOf(release))).toBe(hashesOf(release).length);
  });

  it('stay recorded while the store fails, and are removed later', async () => {
    const [file] = (await makeExpired(1)).map(sha256Of) as [string];
    const failing = jest.spyOn(store(), 'remove').mockRejectedValue(new Error('The store is away'));
    await clean();
    failing.mockRestore();
    expect(await stored([file])).toBe(1);
    await clean();
    expect(await stored([file])).toBe(0);
  });

  it('are missing for an upload that begins while they are removed', async () => {
    const { team, name } = await newTeam(app);
    const files = await makeExpired(1);
    const removal = Promise.withResolvers<null>();
    const remove = store().remove.bind(store());
    const removing = jest.spyOn(store(), 'remove').mockImplementation(async (hashes) => {
      await removal.promise;
      await remove(hashes);
    });
    try {
      const cleaning = clean();
      await until(() => Promise.resolve(removing.mock.calls.length > 0), 'the removal begins');
      const beginning = begin(second, team, inputOf(releaseOf(name, files), team.key));
      await until(async () => {
        const { rowCount } = await app.db.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
             AND query LIKE '%module_orphaned_files%'`,
        );
        return rowCount !== 0;
      }, 'the upload waits for the removal');
      removal.resolve(null);
      await cleaning;
      expect((await beginning).body.missing).toEqual(expect.arrayContaining(files.map(sha256Of)));
    } finally {
      removal.resolve(null);
      removing.mockRestore();
    }
  });

  it(
    'are never lost to a release that reuses them while servers remove them',
    async () => {
      for (let round = 0; round < rounds(60); round += 1) {
        const files = await makeExpired(120);
        const releases = Array.from({ length: 8 }, (__, i) =>
          releaseOf(`mf-${randomBytes(5).toString('hex')}`, files.slice(i * 14, i * 14 + 20)),
        );
        const team = await makePublisher(
          app,
          releases.map(({ manifest }) => manifest.name),
        );
        const removals = [app, second].map((server) => jest.spyOn(store(server), 'remove'));
        const cleaning = Promise.all([clean(), clean(second)]);
        // Either server may remove all of them.
        const hasBegun = () => Promise.resolve(removals.some(({ mock }) => mock.calls.length > 0));
        if (round % 2 === 0) await until(hasBegun, 'a removal begins');
        for (const removal of removals) removal.mockRestore();
        await concurrently(releases.length, (i) => publish(i % 2 ? app : second, team, defined(releases[i])));
        await cleaning;
        await clean();
        const hashes = [...new Set(releases.flatMap(hashesOf))];
        expect(await stored(hashes)).toBe(hashes.length);
      }
    },
    RACE_MS,
  );
});
