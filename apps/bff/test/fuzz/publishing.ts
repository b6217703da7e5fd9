import type { ReleaseEntity } from '@tessera/domain/module-release';
import { ModuleStore, sha256Of } from '../../src/modules/store/module-store';
import type { TestApp } from '../app';
import { makeRelease, type TestRelease } from '../module-release';
import { begin, inputOf, publish } from '../publish';
import { makePublisher, type TestPublisher } from '../publishers';

/** The one file that an upload of the world lacks; every request with bytes sends it. */
export const uploadedFile = 'console.log("fuzz")';

/** The module that is published, and keeps rows. */
export const PUBLISHED_MODULE = 'mf-published';

/** What requests of publishers name. */
const kinds = [
  'manifest',
  'signature',
  'signingKey',
  'upload',
  'file',
  'moduleName',
  'moduleVersion',
] as const;
export type PublishingKind = (typeof kinds)[number];

export const isPublishingKind = (kind: string): kind is PublishingKind =>
  kinds.some((known) => known === kind);

const access = { action: 'read', reach: 'own' } as const;
const entities: ReleaseEntity[] = [
  { name: 'note', read: access, write: access, of: 'task', indexes: ['status'] },
];

/** A publisher with a published module, a release to begin, and an upload that lacks nothing. */
export class Publishing {
  private constructor(
    private readonly app: TestApp,
    private readonly team: TestPublisher,
    private next: TestRelease,
    private upload: number,
  ) {}

  static async make(app: TestApp): Promise<Publishing> {
    const team = await makePublisher(app, [PUBLISHED_MODULE]);
    for (const version of ['1.0.0', '1.1.0'])
      await publish(app, team, makeRelease({ name: PUBLISHED_MODULE, version, entities }));
    const publishing = new Publishing(app, team, makeRelease(), 0);
    await publishing.mend();
    return publishing;
  }

  get token(): string {
    return this.team.token;
  }

  /** Makes another release to begin, and opens an upload of another one whose files are stored. */
  async mend(): Promise<void> {
    const { app, team } = this;
    await app.db.query('UPDATE module_publishers SET modules = $2 WHERE id = $1', [
      team.id,
      [PUBLISHED_MODULE],
    ]);
    // An administrator may have taken the decisions from the publisher.
    await app.db.query(
      'UPDATE modules SET enabled = true, disabled_by = NULL, administrators_decide = false WHERE name = $1',
      [PUBLISHED_MODULE],
    );
    await app.db.query('UPDATE module_tokens SET revoked_at = NULL, expires_at = NULL');
    await app.db.query('UPDATE module_keys SET revoked_at = NULL');
    await app.db.query('DELETE FROM module_uploads');
    const version = `2.0.0-n${process.hrtime.bigint().toString(36)}`;
    this.next = makeRelease({ name: PUBLISHED_MODULE, version });
    const uploaded = makeRelease(
      { name: PUBLISHED_MODULE, version: `${version}.0` },
      { 'fuzz.js': uploadedFile },
    );
    const store = app.nest.get(ModuleStore, { strict: false });
    for (const bytes of Object.values(uploaded.files)) await store.put(sha256Of(bytes), bytes);
    const { status, body } = await begin(app, team, inputOf(uploaded, team.key));
    if (status !== 200) throw new Error(`Beginning answered ${status} ${JSON.stringify(body)}`);
    this.upload = body.upload_id;
    // Something to roll back to and from.
    for (const version of ['1.0.0', '1.1.0'])
      await app.http('POST', `/api/publishing/modules/${PUBLISHED_MODULE}/promote`, {
        token: team.token,
        body: { version },
      });
  }

  idOf(kind: PublishingKind): number | string {
    const { manifest, signature = '', key = '' } = inputOf(this.next, this.team.key);
    const ids = {
      manifest,
      signature,
      signingKey: key,
      upload: this.upload,
      file: sha256Of(Buffer.from(uploadedFile)),
      moduleName: PUBLISHED_MODULE,
      moduleVersion: '1.0.0',
    };
    return ids[kind];
  }
}
