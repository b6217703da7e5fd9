import { createWebConfig } from '../../libs/federation/webpack/web-config.mjs';

export default createWebConfig({ dir: import.meta.dirname, name: 'shell', html: 'src/index.html', port: 4200 });
