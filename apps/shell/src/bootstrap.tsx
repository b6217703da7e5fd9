import { createRoot } from 'react-dom/client';
import {
  createCachePatcher,
  createQueryClient,
  getSession,
  LIVE_FIGURES,
  LiveStream,
  moduleReportsReport,
} from '@tessera/api';
import { ModuleRegistry } from '@tessera/federation';
import { createBrowserRouter } from '@tessera/federation/router';
import { App } from './app';
import { followModules } from './remotes/follow-modules';
import { createModuleLoader } from './remotes/load-module';
import { LoadReporter } from './remotes/load-reports';
import { getPublishers } from './remotes/module-list';
import { prefetchModules } from './remotes/prefetch-modules';
import { fetchFirstPage, routes } from './router';
import { trustScript } from './script-policy';
import { clearCacheOnUserChange } from './session/clear-cache';

const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce;
const queryClient = createQueryClient();
const derivedTopics = ['tasks', 'jobs', 'holds', 'tickets', 'links'];
const live = new LiveStream(
  followModules(
    queryClient,
    createCachePatcher(queryClient, {
      dashboard: derivedTopics,
      // The expiry bar and the menu follow held seats within a second.
      [LIVE_FIGURES]: { topics: ['holds', 'tickets', 'pauses'], delay: 1_000 },
      calendar: ['jobs'],
      // Watched while seats are won, so the figures follow within a second.
      'on-sale': { topics: derivedTopics, delay: 1_000 },
      budgets: { topics: ['holds', 'tickets', 'jobs'], delay: 1_000 },
      // Hundreds of places with their history are a large answer.
      waiting: { topics: ['tasks', 'links'], delay: 1_000 },
      seats: { topics: ['holds', 'tickets'], delay: 1_000 },
      // New baskets to pay.
      pay_queue: { topics: ['holds'], delay: 1_000 },
    }),
  ),
);
// A request that outlives the page, since the last reports are sent when it is left.
const reporter = new LoadReporter((reports) => moduleReportsReport({ body: { reports }, keepalive: true }));
const registry = new ModuleRegistry(
  createModuleLoader({ getPublishers: () => getPublishers(queryClient), trustScript }),
  reporter.add,
);

clearCacheOnUserChange(queryClient);
live.start();
reporter.start();
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
