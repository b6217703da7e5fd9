import { useNavigate } from '@tessera/federation/router';
import { NavTabs } from '@tessera/ui/panels';
import { useMayOpen } from '../../access/use-may-open';
import { useTexts } from '../../texts';

const people = '/account/people';

/** Tabs with the realm's people, for users who may invite; renders nothing for others. */
export function AccountTabs() {
  const t = useTexts();
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  if (!mayOpen(people)) return null;
  const items = [
    { value: 'account', label: t('account.title') },
    { value: 'people', label: t('account.people') },
  ];
  const open = (tab: string) => {
    if (tab === 'people') void navigate(people);
  };
  return <NavTabs label={t('account.tabs')} value="account" onChange={open} items={items} line />;
}
