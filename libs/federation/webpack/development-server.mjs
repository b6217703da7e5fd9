// `webpack serve` for one app. DEV_PORT sets its port, DEV_SHELL the origins of the consoles whose pages use it, comma-separated.
import { chunkPolicy } from './common-config.mjs';

/** Development servers listen on this computer only. */
const host = '127.0.0.1';
const loopback = ['localhost', host];

/** Settings of every app: the page connects to this server, which it isn't loaded from. */
function serverFor(port) {
  const ownPort = Number(process.env.DEV_PORT ?? port);
  const shells = (process.env.DEV_SHELL ?? '').split(',').filter(Boolean);
  const hostnames = shells.map((address) => new URL(address).hostname);
  const origins = shells.map((address) => new URL(address).origin);
  return {
    host,
    port: ownPort,
    allowedHosts: [...loopback, ...hostnames],
    headers: ({ headers: { origin } }) =>
      mayRead(origin, origins) ? { 'Access-Control-Allow-Origin': origin } : {},
    client: {
      webSocketURL: `ws://${host}:${ownPort}/ws`,
      // Runtime errors are the console's to show.
      overlay: { errors: true, warnings: false, runtimeErrors: false, trustedTypesPolicyName: chunkPolicy },
    },
  };
}

/** Whether pages of an origin may read the files: those of this computer, and of the named consoles. */
function mayRead(origin, origins) {
  if (!origin || !URL.canParse(origin)) return false;
  return origins.includes(origin) || loopback.includes(new URL(origin).hostname);
}

/** The shell: a change reloads the page. */
export const shellServer = ({ port }) => ({
  ...serverFor(port),
  hot: false,
  liveReload: true,
  historyApiFallback: true,
});

/** A module: a change replaces its pages in the running console. */
export const moduleServer = ({ port }) => ({ ...serverFor(port), hot: true, liveReload: false });
