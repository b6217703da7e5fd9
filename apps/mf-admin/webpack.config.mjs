import { createWebConfig } from '../../libs/federation/webpack/web-config.mjs';

export default createWebConfig({
  dir: import.meta.dirname,
  name: 'mf_admin',
  exposes: { './remote': './src/remote.tsx' },
  port: 4203,
});
