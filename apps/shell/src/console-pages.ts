import { lazyPage } from './navigation/lazy-page';

// The preload plugin looks for the chunk's name.
const ofConsole = () => import(/* webpackChunkName: "console" */ './console');

export const MainLayout = lazyPage(async () => (await ofConsole()).MainLayout);
export const DashboardPage = lazyPage(async () => (await ofConsole()).DashboardPage);
export const RemotePlace = lazyPage(async () => (await ofConsole()).RemotePlace);
export const UnauthorizedPage = lazyPage(async () => (await ofConsole()).UnauthorizedPage);

/** Fetches all of them ahead: they are one file. */
export async function fetchConsole(): Promise<void> {
  await Promise.all([MainLayout, DashboardPage, RemotePlace, UnauthorizedPage].map(({ fetch }) => fetch()));
}
