import type { Route } from '@playwright/test';

/** Responds in place of the server. */
export const respond =
  (status: number, json: unknown) =>
  (route: Route): Promise<void> =>
    route.fulfill({ status, json });

/** Leaves the request pending. */
export const neverRespond = (): void => undefined;
