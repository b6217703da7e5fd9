import { createWebConfig } from '../../libs/federation/webpack/web-config.mjs';

export default createWebConfig({
  dir: import.meta.dirname,
  name: 'shell',
  html: 'src/index.html',
  icon: 'src/favicon.svg',
  port: 4200,
});
