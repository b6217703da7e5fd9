import path from 'node:path';
import semver from 'semver';
import { defineCommand } from '../command.ts';
import {
  checkVersion,
  formatBytes,
  formatShare,
  readRelease,
  readSignature,
  type ReleaseFile,
} from '../release-folder.ts';
import type { Connection } from '../server/connection.ts';
import { connect, serverHelp, serverOptions } from '../server/options.ts';
import type { PublishedModule, PublishedRelease, StartedUpload } from '../server/publishing.ts';
import { sendFiles } from '../upload.ts';

export default defineCommand({
  usage: '[dist] --to URL',
  help: [
    'Uploads a signed build. It becomes a release, which no page loads until it is a canary or promoted.',
    'Files that the console has already are not sent, so that an interrupted upload continues when it is run again.',
    ...serverHelp,
  ],
  options: serverOptions,
  positionals: [0, 1],
  run: async ({ values, positionals: [dist = 'dist'], report, ...context }) => {
    const connection = await connect(values, { ...context, report });
    const folder = path.resolve(context.cwd, dist);
    const release = await report.step(
      ({ files, bytes }) => `Compared ${countOf(files)}, ${formatBytes(bytes)}, with module.json`,
      () => readRelease(folder, dist),
    );
    checkVersion(release.manifest, dist, context.cwd);
    const { key, signature } = await readSignature(folder, dist);
    const { name, version } = release.manifest;
    const signed = { manifest: release.manifestText, signature, key };
    const started = await report.step(
      (answer) =>
        isUpload(answer) ? 'The console accepts the release' : 'The console has the release already',
      () => start(connection, signed),
    );
    let sent: ReleaseFile[] = [];
    if (isUpload(started)) {
      const byHash = new Map(release.files.map((file) => [file.sha256, file]));
      sent = started.missing.flatMap((sha256) => byHash.get(sha256) ?? []);
      if (sent.length === 0) report.line('The console has every file already');
      else
        await report.step(
          () =>
            `Uploaded ${sent.length} of ${byHash.size} files, ${formatShare(sizeOf(sent), sizeOf([...byHash.values()]))}`,
          () => sendFiles(connection, started.upload_id, sent),
        );
      await report.step(
        () => `${name} ${version} is published`,
        // Completing it again answers the same release, and so may be repeated.
        () =>
          connection.send({
            method: 'POST',
            path: `/api/publishing/releases/${started.upload_id}/complete`,
          }),
      );
    }
    const stable = await findStableVersion(connection, name);
    if (stable !== undefined && semver.lt(version, stable))
      report.line(`${stable} is stable already: to promote ${version} would be to go back`);
    report.line('Nobody gets it yet. Try it with some users first, or give it to everybody:');
    report.line(`  npx tessera-module canary ${name}@${version} --realm ID --to ${connection.origin}`);
    report.line(`  npx tessera-module canary ${name}@${version} --percent 5 --to ${connection.origin}`);
    report.line(`  npx tessera-module promote ${name}@${version} --to ${connection.origin}`);
    return {
      name,
      version,
      is_new: isUpload(started),
      uploaded_files: sent.length,
      uploaded_bytes: sizeOf(sent),
    };
  },
});

interface SignedManifest {
  manifest: string;
  signature: string;
  key: string;
}

type Started = StartedUpload | PublishedRelease;

const isUpload = (started: Started): started is StartedUpload => 'upload_id' in started;

/** Announces a release. The same release continues its upload, or answers as it was published. */
const start = (connection: Connection, json: SignedManifest): Promise<Started> =>
  connection.send({ method: 'POST', path: '/api/publishing/releases', json });

/** The version of the module that everybody gets; undefined: none. */
async function findStableVersion(connection: Connection, name: string): Promise<string | undefined> {
  const modules = await connection.send<PublishedModule[]>({
    method: 'GET',
    path: '/api/publishing/modules',
  });
  const module = modules.find((one) => one.name === name);
  return module?.releases.find(({ id }) => id === module.stable_release_id)?.version;
}

const sizeOf = (files: readonly ReleaseFile[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

const countOf = ({ length }: readonly unknown[]): string => `${length} file${length === 1 ? '' : 's'}`;
