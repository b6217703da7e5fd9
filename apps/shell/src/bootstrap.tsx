import { createCachePatcher, createQueryClient, LiveStream } from '@tessera/api';
import { createLoader, ModuleRegistry } from '@tessera/federation';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { App } from './app';
import { routes } from './router';
import { clearCacheOnUserChange } from './session/clear-cache';

const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
const queryClient = createQueryClient();
const live = new LiveStream(
  createCachePatcher(queryClient, { dashboard: ['tasks', 'jobs', 'holds', 'tickets'] }),
);
const registry = new ModuleRegistry(createLoader());

clearCacheOnUserChange(queryClient);
live.start();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <App
    router={createBrowserRouter(routes)}
    queryClient={queryClient}
    live={live}
    registry={registry}
    nonce={nonce}
  />,
);
