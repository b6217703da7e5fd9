import type { CreateClientConfig } from '../generated/client.gen';
import { apiFetch } from './api-fetch';

/** How the generated client calls: through `apiFetch`, throwing ApiErrors (error-interceptor.ts). */
export const createClientConfig: CreateClientConfig = (config) => ({
  ...config,
  baseUrl: typeof location === 'undefined' ? '' : location.origin,
  fetch: apiFetch,
  // A page asks for several things at once: each is a task of its own, where the browser knows how.
  requestValidator: async () => globalThis.scheduler?.yield?.(),
  querySerializer: { array: { style: 'form', explode: false } },
});
