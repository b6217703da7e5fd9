import { lazyPage } from './navigation/lazy-page';

// The preload plugin refers to the chunk's name.
const importConsole = () => import(/* webpackChunkName: "console" */ './console');

export const MainLayout = lazyPage(async () => (await importConsole()).MainLayout);
export const DashboardPage = lazyPage(async () => (await importConsole()).DashboardPage);
export const RemotePlace = lazyPage(async () => (await importConsole()).RemotePage);

/** Prefetches all of them: they are in one chunk. */
export async function fetchConsole(): Promise<void> {
  await Promise.all([MainLayout, DashboardPage, RemotePlace].map(({ fetch }) => fetch()));
}
