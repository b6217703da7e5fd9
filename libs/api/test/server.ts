import type { Session } from '../src';
import { toUser } from '../src';

/** A fake server in place of `fetch`: responds by path and records the requests. */
export class FakeServer {
  readonly requests: Request[] = [];
  private readonly answers = new Map<string, (request: Request) => Response | Promise<Response>>();

  install(): void {
    globalThis.fetch = async (input, init) => {
      const request =
        input instanceof Request ? input : new Request(new URL(String(input), location.href), init);
      this.requests.push(request);
      const answer = this.answers.get(new URL(request.url).pathname);
      if (!answer) return json(404, { message: 'Resource not found', code: 'NOT_FOUND' });
      return answer(request);
    };
  }

  on(path: string, answer: (request: Request) => Response | Promise<Response>): this {
    this.answers.set(path, answer);
    return this;
  }

  /** The requests that went to a path. */
  to(path: string): Request[] {
    return this.requests.filter(({ url }) => new URL(url).pathname === path);
  }
}

export const json = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } });

export const bearerOf = (request: Request): string | null => request.headers.get('authorization');

export const userResponse = {
  id: 7,
  email: 'desk@example.org',
  name: 'Ida Quill',
  role: 'realm_owner' as const,
  permissions: ['read:own' as const, 'write:own' as const],
  duties: [],
  separate_reversal: false,
  realm_id: 3,
  realm_name: 'Quayside Desk',
  realm_status: 'active' as const,
  realm_time_zone: null,
  viewing: null,
  second_factor_by: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
};

export const session = (token = 'old', refreshToken: string | null = 'refresh-1'): Session => ({
  token,
  refreshToken,
  user: toUser(userResponse),
});
