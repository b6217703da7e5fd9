import { AwsClient } from 'aws4fetch';
import { releaseLimits } from '@tessera/domain/module-release';
import type { S3Settings } from '../../platform/config/module-store-settings';
import { assertContent, assertSha256, isSha256, ModuleStore, throwFirst } from './module-store';

/** Longest that one request may take. */
const TIMEOUT_MS = 15_000;
/** Repetitions of a request that the service responded to with 429 or 5xx, or whose connection was lost. */
const RETRIES = 2;
/** Longest that the removal of a file may take, with repetitions. */
const REMOVE_TIMEOUT_MS = 5_000;
/** Requests in flight of one look at many files. */
const PARALLEL = 16;
/** Objects that one response lists, which is the most that a service gives. */
const LISTED = 1000;

/** A store in a bucket of an S3-compatible service: `prefix/ab/abcd…` for the hash `abcd…`. */
export class S3Store extends ModuleStore {
  private readonly client: AwsClient;

  constructor(
    private readonly settings: S3Settings,
    private readonly listed = LISTED,
  ) {
    super();
    const { accessKeyId, secretAccessKey, region } = settings;
    this.client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
  }

  async put(sha256: string, bytes: Buffer): Promise<void> {
    assertContent(sha256, bytes);
    // With the hash in the signature, the service rejects bytes that were changed on their way.
    const headers = { 'X-Amz-Content-Sha256': sha256, 'Content-Type': 'application/octet-stream' };
    const response = await this.request('PUT', sha256, { body: new Uint8Array(bytes), headers });
    if (!response.ok) throw await failureOf('PUT', response);
  }

  async has(sha256s: readonly string[]): Promise<Set<string>> {
    const found = new Set<string>();
    for (let start = 0; start < sha256s.length; start += PARALLEL) {
      const some = sha256s.slice(start, start + PARALLEL);
      const responses = await Promise.all(some.map((sha256) => this.isStored(sha256)));
      some.filter((_, i) => responses[i]).forEach((sha256) => found.add(sha256));
    }
    return found;
  }

  async read(sha256: string): Promise<Buffer | null> {
    const response = await this.request('GET', sha256);
    if (response.status === 404 && !(await response.text()).includes('NoSuchBucket')) return null;
    if (!response.ok) throw await failureOf('GET', response);
    if (Number(response.headers.get('content-length') ?? 0) > releaseLimits.fileBytes) {
      await response.body?.cancel();
      throw new Error('The stored file is larger than a file of a release may be');
    }
    return Buffer.from(await response.arrayBuffer());
  }

  async *list(): AsyncIterable<string[]> {
    const prefix = this.settings.prefix.map((part) => `${part}/`).join('');
    let token: string | undefined;
    do {
      const query = new URLSearchParams({ 'list-type': '2', 'max-keys': String(this.listed), prefix });
      if (token !== undefined) query.set('continuation-token', token);
      const response = await this.send(`${this.bucketUrl}?${query.toString()}`, optionsOf('GET'));
      if (!response.ok) throw await failureOf('GET', response);
      const page = await response.text();
      yield elementsOf(page, 'Key').flatMap((key) => {
        const name = key.slice(-64);
        return isSha256(name) && key === this.keyOf(name) ? [name] : [];
      });
      [token] =
        elementsOf(page, 'IsTruncated')[0] === 'true' ? elementsOf(page, 'NextContinuationToken') : [];
    } while (token !== undefined);
  }

  /** An object is written by one request, as a whole or not at all. */
  removePartial(): Promise<void> {
    return Promise.resolve();
  }

  async remove(sha256s: readonly string[]): Promise<void> {
    for (let start = 0; start < sha256s.length; start += PARALLEL) {
      const some = sha256s.slice(start, start + PARALLEL);
      throwFirst(await Promise.allSettled(some.map((sha256) => this.removeOne(sha256))));
    }
  }

  /** S3 responds with 204 also for an object that isn't there, other services 404. */
  private async removeOne(sha256: string): Promise<void> {
    const signal = AbortSignal.timeout(REMOVE_TIMEOUT_MS);
    const response = await this.request('DELETE', sha256, { signal });
    const text = await response.text();
    if (response.status === 404 && !text.includes('NoSuchBucket')) return;
    if (!response.ok) throw await failureOf('DELETE', response);
  }

  private async isStored(sha256: string): Promise<boolean> {
    const response = await this.request('HEAD', sha256);
    if (response.ok) return true;
    if (response.status === 404) return false;
    throw await failureOf('HEAD', response);
  }

  private request(method: string, sha256: string, init: RequestInit = {}): Promise<Response> {
    const path = this.keyOf(sha256).split('/').map(encodeURIComponent).join('/');
    return this.send(`${this.bucketUrl}/${path}`, { ...optionsOf(method), ...init });
  }

  /** The client repeats what had a response; a connection that the service closes as it is used again has no response. */
  private async send(url: string, init: RequestInit): Promise<Response> {
    for (let repetition = 0; ; repetition += 1) {
      try {
        return await this.client.fetch(url, init);
      } catch (error) {
        // fetch throws a TypeError for a failed connection; every request may be repeated.
        if ((error as Error).name !== 'TypeError' || repetition >= RETRIES) throw error;
      }
    }
  }

  private get bucketUrl(): string {
    return `${this.settings.endpoint}/${encodeURIComponent(this.settings.bucket)}`;
  }

  private keyOf(sha256: string): string {
    assertSha256(sha256);
    return [...this.settings.prefix, sha256.slice(0, 2), sha256].join('/');
  }
}

const optionsOf = (method: string): RequestInit => ({
  method,
  redirect: 'error',
  signal: AbortSignal.timeout(TIMEOUT_MS),
});

/** The texts of an XML response's elements with this name. Neither keys nor tokens have characters that XML escapes. */
const elementsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => text);

/** Without the service's own text, which may repeat the request with its key's id. */
async function failureOf(method: string, response: Response): Promise<Error> {
  // A body that nobody reads would hold its connection.
  if (!response.bodyUsed) await response.body?.cancel();
  return new Error(`The S3 service answered ${method} with ${response.status}`);
}
