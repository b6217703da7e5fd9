// What the first page of somebody signed in is made of, in one file: the pages before signing in go without.

export { UnauthorizedPage } from './access/unauthorized-page';
export { DashboardPage } from './dashboard/dashboard-page';
export { MainLayout } from './navigation/main-layout';
export { RemotePage } from './remotes/remote-page';
