import type { CreateClientConfig } from '../generated/client.gen';
import { apiFetch } from './api-fetch';

/** How the generated client calls: through `apiFetch`, throwing ApiErrors (client.ts). */
export const createClientConfig: CreateClientConfig = (config) => ({
  ...config,
  baseUrl: typeof location === 'undefined' ? '' : location.origin,
  fetch: apiFetch,
  querySerializer: { array: { style: 'form', explode: false } },
});
