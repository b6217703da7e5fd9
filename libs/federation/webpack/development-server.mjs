// `webpack serve` for one app: the shell hands /api and /modules on to the BFF, a remote answers every origin.

/**
 * The `devServer` section. DEV_PORT moves the port, BFF_URL names the BFF.
 * Pages reload on a change; replacing modules in place would need a second copy of React's refresh runtime per remote.
 */
export function developmentServer({ port, html }) {
  return {
    host: '127.0.0.1',
    port: Number(process.env.DEV_PORT ?? port),
    hot: false,
    liveReload: true,
    allowedHosts: 'all',
    headers: { 'Access-Control-Allow-Origin': '*' },
    client: { overlay: { errors: true, warnings: false, runtimeErrors: false } },
    ...(html && {
      historyApiFallback: true,
      proxy: [
        {
          context: ['/api', '/modules'],
          target: process.env.BFF_URL ?? 'http://127.0.0.1:3000',
          changeOrigin: false,
        },
      ],
    }),
  };
}
