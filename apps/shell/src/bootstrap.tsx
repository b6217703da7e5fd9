import { createCachePatcher, createQueryClient, getSession, LiveStream } from '@tessera/api';
import { ModuleRegistry } from '@tessera/federation';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from '@tessera/federation/router';
import { App } from './app';
import { drawnInSteps } from './navigation/drawn-in-steps';
import { isOwnPage } from './navigation/page-title';
import { beginEarly } from './remotes/begin-early';
import { createModuleLoader } from './remotes/load-module';
import { fetchFirstPage, routes } from './router';
import { clearCacheOnUserChange } from './session/clear-cache';

const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
const queryClient = createQueryClient();
const live = new LiveStream(
  createCachePatcher(queryClient, { dashboard: ['tasks', 'jobs', 'holds', 'tickets', 'links'] }),
);
const registry = new ModuleRegistry(createModuleLoader());

clearCacheOnUserChange(queryClient);
live.start();
void beginEarly(queryClient, registry, location.pathname);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
const page = createRoot(root);
const draw = () =>
  page.render(
    <App
      router={drawnInSteps(createBrowserRouter(routes))}
      queryClient={queryClient}
      live={live}
      registry={registry}
      nonce={nonce}
    />,
  );
// A module comes by several answers, each asked for when the one before it was read: drawn in steps, the frame around its
// page lets them through.
const drawFirst = () => (getSession() && !isOwnPage(location.pathname) ? startTransition(draw) : draw());
// Until its scripts are there, the page shows what it came with; what can't be had is said by the page that needs it.
void fetchFirstPage(getSession() !== null, location.pathname).then(drawFirst, drawFirst);
