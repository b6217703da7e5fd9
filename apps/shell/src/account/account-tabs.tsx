import { useUser } from '@tessera/api';
import { useNavigate } from '@tessera/federation/router';
import { NavTabs } from '@tessera/ui/panels';
import { mayOpen } from '../access/may-open';
import { findModulePage, useModules } from '../remotes/modules';
import { useTexts } from '../texts';

const people = '/account/people';

/** Tabs with the realm's people, for users who may invite; renders nothing for others. */
export function AccountTabs() {
  const t = useTexts();
  const navigate = useNavigate();
  const { data: releases = [] } = useModules();
  const { permissions } = useUser();
  const modulePage = findModulePage(releases, people);
  if (!modulePage || !mayOpen(permissions, modulePage.route)) return null;
  const items = [
    { value: 'account', label: t('account.title') },
    { value: 'people', label: t('account.people') },
  ];
  const open = (tab: string) => {
    if (tab === 'people') void navigate(people);
  };
  return <NavTabs label={t('account.tabs')} value="account" onChange={open} items={items} line />;
}
