import type { Route } from 'playwright-core';

/** Answers a request in the server's place. */
export const answer =
  (status: number, json: unknown) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status, json });

/** No answer, ever. */
export const never = (): void => undefined;
