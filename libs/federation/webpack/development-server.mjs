// `webpack serve` for one app. DEV_PORT sets its port.

/** Where development servers listen: nobody else may reach them. */
const host = '127.0.0.1';
const portOr = (port) => Number(process.env.DEV_PORT ?? port);
const overlay = { errors: true, warnings: false, runtimeErrors: false };

/** The shell: passes requests of the API and of modules to the server at BFF_URL, and reloads the page on a change. */
export const shellServer = ({ port }) => ({
  host,
  port: portOr(port),
  hot: false,
  liveReload: true,
  client: { overlay },
  historyApiFallback: true,
  proxy: [
    {
      context: ['/api', '/modules'],
      target: process.env.BFF_URL ?? 'http://127.0.0.1:3000',
      changeOrigin: false,
    },
  ],
});

/**
 * A module: its files are loaded by the page of a shell on another origin, so that the page connects to this server by its
 * address, and the pages of DEV_SHELL (origins, comma-separated) and of this machine may read from it.
 */
export function moduleServer({ port }) {
  const shells = (process.env.DEV_SHELL ?? '')
    .split(',')
    .filter(Boolean)
    .map((address) => new URL(address));
  const ownPort = portOr(port);
  return {
    host,
    port: ownPort,
    hot: true,
    liveReload: false,
    allowedHosts: ['localhost', '127.0.0.1', ...shells.map(({ hostname }) => hostname)],
    headers: { 'Access-Control-Allow-Origin': '*' },
    client: {
      webSocketURL: `ws://${host}:${ownPort}/ws`,
      overlay: { ...overlay, trustedTypesPolicyName: 'tessera-chunks' },
    },
  };
}
