import type {
  PublishedReleaseDto,
  ReleaseInput,
  ReleaseUploadDto,
} from '../src/modules/publishing/publishing.dto';
import { sha256Of } from '../src/modules/store/module-store';
import type { Answer, TestApp } from './app';
import { defined } from './defined';
import { type ReleaseKey, signRelease, type TestRelease } from './module-release';
import type { TestPublisher } from './publishers';

/** What a rejected request answers. */
export type Refusal = {
  code: string;
  message: string;
  reason?: string;
  details?: { field: string; message: string }[];
  context?: { missing?: string[] };
};

type Token = Pick<TestPublisher, 'token'>;

/** The body of `POST /publishing/releases`. */
export function inputOf(release: TestRelease, key: ReleaseKey): ReleaseInput {
  const { key: keyId, signature } = signRelease(release, key);
  return { manifest: release.manifestText, signature, key: keyId };
}

/** Begins to publish. */
export const begin = <T = ReleaseUploadDto>(
  app: TestApp,
  { token }: Token,
  body: ReleaseInput,
): Promise<Answer<T>> => app.http<T>('POST', '/api/publishing/releases', { token, body });

/** Uploads a file, under the hash of its content unless another one is given. */
export const sendFile = (
  app: TestApp,
  { token }: Token,
  uploadId: number,
  bytes: Buffer,
  sha256 = sha256Of(bytes),
): Promise<Answer<Refusal | null>> =>
  app.http('PUT', `/api/publishing/releases/${uploadId}/files/${sha256}`, {
    token,
    text: bytes.toString(),
    headers: { 'Content-Type': 'application/octet-stream' },
  });

/** Completes an upload. */
export const complete = <T = PublishedReleaseDto>(
  app: TestApp,
  { token }: Token,
  uploadId: number,
): Promise<Answer<T>> => app.http<T>('POST', `/api/publishing/releases/${uploadId}/complete`, { token });

/** Begins to publish and uploads what is missing. Gives the upload's id. */
export async function upload(
  app: TestApp,
  publisher: TestPublisher,
  release: TestRelease,
  key = publisher.key,
): Promise<number> {
  const { status, body } = await begin(app, publisher, inputOf(release, key));
  if (status !== 200) throw new Error(`Beginning answered ${status} ${JSON.stringify(body)}`);
  const id = defined(body.upload_id);
  for (const bytes of Object.values(release.files)) {
    if (!body.missing.includes(sha256Of(bytes))) continue;
    const sent = await sendFile(app, publisher, id, bytes);
    if (sent.status !== 204) throw new Error(`A file answered ${sent.status} ${JSON.stringify(sent.body)}`);
  }
  return id;
}

/** Publishes a release as a whole. */
export async function publish(
  app: TestApp,
  publisher: TestPublisher,
  release: TestRelease,
): Promise<PublishedReleaseDto> {
  const { status, body } = await complete(app, publisher, await upload(app, publisher, release));
  if (status !== 200) throw new Error(`Completing answered ${status} ${JSON.stringify(body)}`);
  return body;
}
