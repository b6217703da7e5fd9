import type { CreateClientConfig } from '../generated/client.gen';
import { apiFetch } from './api-fetch';

/** Makes the generated client use `apiFetch`; client.ts makes it throw ApiErrors. */
export const createClientConfig: CreateClientConfig = (config) => ({
  ...config,
  baseUrl: typeof location === 'undefined' ? '' : location.origin,
  fetch: apiFetch,
  querySerializer: { array: { style: 'form', explode: false } },
});
