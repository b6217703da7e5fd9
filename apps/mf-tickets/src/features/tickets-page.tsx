import { Page, PageHeader } from '@tessera/ui';
import { NavTabs } from '@tessera/ui/lists';
import { Box } from '@tessera/ui/mui';
import { countOf, useCan } from '@tessera/api';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from '@tessera/federation/router';
import { CartTab } from './cart/cart-tab';
import { heldCountQuery } from './cart/cart.api';
import { LedgerTab } from './ledger/ledger-tab';
import { PurchasedTab } from './purchased/purchased-tab';
import { purchasedCountQuery } from './purchased/purchased.api';
import { useTexts } from '../texts';

/**
 * "Ticket Management": purchased tickets, the default, and the cart (specification section 2, /tickets); the ledger of
 * purchases for those who may read it.
 */
export function TicketsPage() {
  const [params, setParams] = useSearchParams();
  const t = useTexts();
  const mayReadLedger = useCan('write');
  const asked = params.get('tab');
  const tab = asked === 'cart' || (asked === 'ledger' && mayReadLedger) ? asked : 'purchased';
  const { data: bought } = useQuery(purchasedCountQuery());
  const { data: held } = useQuery(heldCountQuery());
  const tabs = [
    { value: 'purchased', label: t('purchased.title'), ...countOf(bought) },
    { value: 'cart', label: t('cart.title'), ...countOf(held) },
    ...(mayReadLedger ? [{ value: 'ledger', label: t('ledger.title') }] : []),
  ];
  // Each tab has a list of its own: search, sort and page don't carry over.
  const open = (next: string) => setParams(next === 'purchased' ? {} : { tab: next });
  return (
    <Page>
      <PageHeader title={t('page.title')} />
      <NavTabs label={t('page.tabs')} value={tab} onChange={open} items={tabs} line />
      <Box
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
      >
        {tab === 'cart' ? <CartTab /> : tab === 'ledger' ? <LedgerTab /> : <PurchasedTab />}
      </Box>
    </Page>
  );
}
