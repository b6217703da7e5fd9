/** The database connections of a server with default settings (`DATABASE_POOL`). */
const CONNECTIONS = 10;

/**
 * Sends `count` requests, always as many at the same time as the server has database connections; returns the responses
 * in order. The server works on no more at once: others would only wait for a connection, and it answers 503 to a
 * request that has waited for 3 seconds, which happens on a busy machine.
 */
export async function concurrently<T>(count: number, send: (index: number) => Promise<T>): Promise<T[]> {
  const responses: T[] = [];
  let next = 0;
  const sendNext = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      responses[index] = await send(index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, CONNECTIONS) }, sendNext));
  return responses;
}
