interface TimeLimit {
  milliseconds: number;
  message: string;
}

const jobs: TimeLimit = { milliseconds: 30_000, message: 'Fetching jobs timed out after 30 seconds.' };

/** The time limit of a read; null where it has none. A CSV export takes as long as its rows need. */
function timeLimitOf({ method, url, headers }: Request): TimeLimit | null {
  const isExport = headers.get('accept')?.includes('text/csv') ?? false;
  return method === 'GET' && new URL(url).pathname === '/api/jobs' && !isExport ? jobs : null;
}

/**
 * Sends a request within its time limit, which includes the response's body; the caller's signal still cancels it.
 *
 * @throws DOMException `TimeoutError` when it takes longer, which is also logged
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
