// `webpack serve` for one app: the shell proxies /api and /modules to the BFF, a remote allows every origin.

/**
 * The `devServer` section. DEV_PORT sets the port, BFF_URL the BFF's address.
 * Pages reload on a change; hot replacement would need a second copy of React's refresh runtime per remote.
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
