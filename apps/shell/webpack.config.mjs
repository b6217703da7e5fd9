import { createServiceWorkerConfig } from '../../libs/federation/webpack/service-worker-config.mjs';
import { createWebConfig } from '../../libs/federation/webpack/web-config.mjs';

const dir = import.meta.dirname;
const page = createWebConfig({
  dir,
  name: 'shell',
  html: 'src/index.html',
  icon: 'src/favicon.svg',
  port: 4200,
});

export default [page, createServiceWorkerConfig({ dir, after: 'shell' })];
