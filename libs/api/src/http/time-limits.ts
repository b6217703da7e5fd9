import { withTimeout } from './quiet';

interface TimeLimit {
  milliseconds: number;
  message: string;
}

const jobs: TimeLimit = { milliseconds: 30_000, message: 'Fetching jobs timed out after 30 seconds.' };

/** The time limit of a read; null where it has none. A file takes as long as its rows need. */
function timeLimitOf({ method, url, headers }: Request): TimeLimit | null {
  const isFile = headers.get('accept')?.includes('text/csv') ?? false;
  return method === 'GET' && new URL(url).pathname === '/api/jobs' && !isFile ? jobs : null;
}

/**
 * Sends a request within its time limit, the answer's body included; the caller's signal still cancels it.
 *
 * @throws QuietTimeout when it takes longer, which is logged
 */
export async function withinTimeLimit(
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  const limit = timeLimitOf(request);
  if (!limit) return send(request);
  try {
    return await withTimeout(request.signal, limit.milliseconds, limit.message, async (signal) => {
      const response = await send(new Request(request, { signal }));
      return response.body ? new Response(await response.arrayBuffer(), response) : response;
    });
  } catch (error) {
    if (error instanceof Error && error.message === limit.message) console.warn(error);
    throw error;
  }
}
