import { createRoot } from 'react-dom/client';
import { createCachePatcher, createQueryClient, getSession, LiveStream } from '@tessera/api';
import { ModuleRegistry } from '@tessera/federation';
import { createBrowserRouter } from '@tessera/federation/router';
import { App } from './app';
import { createModuleLoader } from './remotes/load-module';
import { prefetchModules } from './remotes/prefetch-modules';
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
void prefetchModules(queryClient, registry, location.pathname);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
const page = createRoot(root);
const render = () =>
  page.render(
    <App
      router={createBrowserRouter(routes)}
      queryClient={queryClient}
      live={live}
      registry={registry}
      nonce={nonce}
    />,
  );
// The document's static content stays until the first page's scripts are loaded; the page reports those that failed.
void fetchFirstPage(getSession() !== null, location.pathname).then(render, render);
