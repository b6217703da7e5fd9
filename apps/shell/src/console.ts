// The parts of a signed-in user's first page, in one chunk that the pages before signing in don't load.

export { DashboardPage } from './features/dashboard/dashboard-page';
export { MainLayout } from './navigation/main-layout';
export { RemotePage } from './remotes/remote-page';
