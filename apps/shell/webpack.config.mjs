import { createServiceWorkerConfig } from '../../libs/federation/webpack/service-worker-config.mjs';
import { createShellConfig } from '../../libs/federation/webpack/shell-config.mjs';

const dir = import.meta.dirname;
const page = createShellConfig({
  dir,
  name: 'shell',
  html: 'src/index.html',
  icon: 'src/favicon.svg',
  port: 4200,
});

export default [page, createServiceWorkerConfig({ dir, after: 'shell' })];
