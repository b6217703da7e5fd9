import { AwsClient } from 'aws4fetch';
import { releaseLimits } from '@tessera/domain/module-release';
import type { S3Settings } from '../../../platform/config/module-store-settings';
import { assertContent, assertSha256, ModuleStore } from './module-store';

/** Longest that one request may take. */
const TIMEOUT_MS = 15_000;
/** Repetitions of a request that the service answered with 429 or 5xx. */
const RETRIES = 2;
/** Requests in flight of one look at many files. */
const PARALLEL = 16;

/** A store in a bucket of an S3-compatible service: `prefix/ab/abcd…` for the hash `abcd…`. */
export class S3Store extends ModuleStore {
  private readonly client: AwsClient;

  constructor(private readonly settings: S3Settings) {
    super();
    const { accessKeyId, secretAccessKey, region } = settings;
    this.client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
  }

  async put(sha256: string, bytes: Buffer): Promise<void> {
    assertContent(sha256, bytes);
    // With the hash in the signature, the service refuses bytes that were changed on their way.
    const headers = { 'X-Amz-Content-Sha256': sha256, 'Content-Type': 'application/octet-stream' };
    const answer = await this.request('PUT', sha256, { body: new Uint8Array(bytes), headers });
    if (!answer.ok) throw await failureOf('PUT', answer);
  }

  async has(sha256s: readonly string[]): Promise<Set<string>> {
    const found = new Set<string>();
    for (let start = 0; start < sha256s.length; start += PARALLEL) {
      const some = sha256s.slice(start, start + PARALLEL);
      const answers = await Promise.all(some.map((sha256) => this.isStored(sha256)));
      some.filter((_, i) => answers[i]).forEach((sha256) => found.add(sha256));
    }
    return found;
  }

  async read(sha256: string): Promise<Buffer | null> {
    const answer = await this.request('GET', sha256);
    if (answer.status === 404 && !(await answer.text()).includes('NoSuchBucket')) return null;
    if (!answer.ok) throw await failureOf('GET', answer);
    if (Number(answer.headers.get('content-length') ?? 0) > releaseLimits.fileBytes) {
      await answer.body?.cancel();
      throw new Error('The stored file is larger than a file of a release may be');
    }
    return Buffer.from(await answer.arrayBuffer());
  }

  private async isStored(sha256: string): Promise<boolean> {
    const answer = await this.request('HEAD', sha256);
    if (answer.ok) return true;
    if (answer.status === 404) return false;
    throw await failureOf('HEAD', answer);
  }

  private request(method: string, sha256: string, init: RequestInit = {}): Promise<Response> {
    assertSha256(sha256);
    const { endpoint, bucket, prefix } = this.settings;
    const key = [bucket, ...prefix, sha256.slice(0, 2), sha256].map(encodeURIComponent).join('/');
    return this.client.fetch(`${endpoint}/${key}`, {
      ...init,
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }
}

/** Without the service's own text, which may repeat the request with its key's id. */
async function failureOf(method: string, answer: Response): Promise<Error> {
  // A body that nobody reads would hold its connection.
  if (!answer.bodyUsed) await answer.body?.cancel();
  return new Error(`The S3 service answered ${method} with ${answer.status}`);
}
