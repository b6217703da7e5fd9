import {
  Blocks,
  BookOpenText,
  CalendarDays,
  Cpu,
  FlaskConical,
  type LucideIcon,
  ScrollText,
  UserRound,
  Wallet,
} from 'lucide-react';
import { useMayOpen } from '../access/use-may-open';
import { useTexts } from '../texts';
import { pageName } from './page-names';

export interface AccountPage {
  label: string;
  path: string;
  icon: LucideIcon;
}

type PageEntry = Omit<AccountPage, 'label'>;

/** The pages that are in the account menu instead of the drawer: the shell's own and modules'. */
const accountPages: readonly PageEntry[] = [
  { path: '/account', icon: UserRound },
  { path: '/calendar', icon: CalendarDays },
  { path: '/pay', icon: Wallet },
  { path: '/rehearsals', icon: FlaskConical },
  { path: '/ledger', icon: BookOpenText },
  { path: '/audit', icon: ScrollText },
  { path: '/workers', icon: Cpu },
  { path: '/modules', icon: Blocks },
];

/** The pages in the account menu that exist and the user may open. */
export function useAccountPages(): AccountPage[] {
  const t = useTexts();
  const mayOpen = useMayOpen();
  return accountPages
    .filter(({ path }) => mayOpen(path))
    .map((page) => ({ ...page, label: pageName(t, page.path) ?? page.path }));
}
