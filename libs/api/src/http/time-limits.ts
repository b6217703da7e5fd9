interface TimeLimit {
  milliseconds: number;
  message: string;
}

const jobs: TimeLimit = { milliseconds: 30_000, message: 'Fetching jobs timed out after 30 seconds.' };

/** The time limit of a request; null for none. A CSV export has no limit, because its duration depends on its rows. */
function timeLimitOf({ method, url, headers }: Request): TimeLimit | null {
  const isExport = headers.get('accept')?.includes('text/csv') ?? false;
  return method === 'GET' && new URL(url).pathname === '/api/jobs' && !isExport ? jobs : null;
}

/**
 * Sends a request within its time limit, which includes reading the response's body. The caller's signal still cancels it.
 *
 * @throws DOMException `TimeoutError` after the time limit, which is also logged
 */
export async function sendWithinTimeLimit(
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  const limit = timeLimitOf(request);
  if (!limit) return send(request);
  const timeout = AbortSignal.timeout(limit.milliseconds);
  try {
    const signal = AbortSignal.any([request.signal, timeout]);
    const response = await send(new Request(request, { signal }));
    return response.body ? new Response(await response.arrayBuffer(), response) : response;
  } catch (error) {
    if (!timeout.aborted || request.signal.aborted) throw error;
    const timedOut = new DOMException(limit.message, 'TimeoutError');
    console.warn(timedOut);
    throw timedOut;
  }
}
