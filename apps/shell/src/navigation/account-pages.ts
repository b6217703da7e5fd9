import { Blocks, BookOpenText, Cpu, type LucideIcon, ScrollText, UserRound } from 'lucide-react';
import { useUser } from '@tessera/api';
import { mayOpen } from '../access/may-open';
import { findModulePage, useModules } from '../remotes/modules';
import { useTexts } from '../texts';
import { pageName } from './page-names';

export interface AccountPage {
  label: string;
  path: string;
  icon: LucideIcon;
}

type PageEntry = Omit<AccountPage, 'label'>;

const accountPage: PageEntry = { path: '/account', icon: UserRound };

/** Module pages that are in the account menu instead of the drawer. */
const modulePages: readonly PageEntry[] = [
  { path: '/ledger', icon: BookOpenText },
  { path: '/audit', icon: ScrollText },
  { path: '/workers', icon: Cpu },
  { path: '/modules', icon: Blocks },
];

/** The pages in the account menu: the account, and those module pages that exist and the user may open. */
export function useAccountPages(): AccountPage[] {
  const t = useTexts();
  const { data: releases = [] } = useModules();
  const { permissions } = useUser();
  return [
    accountPage,
    ...modulePages.filter(({ path }) => {
      const modulePage = findModulePage(releases, path);
      return modulePage !== null && mayOpen(permissions, modulePage.route);
    }),
  ].map((page) => ({ ...page, label: pageName(t, page.path) ?? page.path }));
}
