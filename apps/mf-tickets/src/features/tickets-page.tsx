import { useQuery } from '@tanstack/react-query';
import { BookOpenText, Wallet } from 'lucide-react';
import { countOf, useCanAct } from '@tessera/api';
import { Link, useSearchParams } from '@tessera/federation/router';
import { Page, PageHeader } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { NavTabs } from '@tessera/ui/panels';
import { useTexts } from '../texts';
import { heldCountQuery } from './cart/cart.api';
import { CartTab } from './cart/cart-tab';
import { purchasedCountQuery } from './purchased/purchased.api';
import { PurchasedTab } from './purchased/purchased-tab';

/**
 * "Ticket Management": purchased tickets, the default, with a link to the ledger for those who may read it; and the cart,
 * with a link to the pay queue.
 */
export function TicketsPage() {
  const [params, setParams] = useSearchParams();
  const t = useTexts();
  const mayReadLedger = useCanAct('readLedger');
  const tab = params.get('tab') === 'cart' ? 'cart' : 'purchased';
  const { data: bought } = useQuery(purchasedCountQuery());
  const { data: held } = useQuery(heldCountQuery());
  const tabs = [
    { value: 'purchased', label: t('purchased.title'), ...countOf(bought) },
    { value: 'cart', label: t('cart.title'), ...countOf(held) },
  ];
  // Each tab has its own list: search, sort and page are not carried over.
  const open = (next: string) => setParams(next === 'purchased' ? {} : { tab: next });
  return (
    <Page>
      <PageHeader
        title={t('page.title')}
        actions={tab === 'cart' ? <PayLink /> : mayReadLedger ? <LedgerLink /> : null}
      />
      <NavTabs label={t('page.tabs')} value={tab} onChange={open} items={tabs} line />
      <Box
        role="tabpanel"
        aria-labelledby={`tab-${tab}`}
        sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
      >
        {tab === 'cart' ? <CartTab /> : <PurchasedTab />}
      </Box>
    </Page>
  );
}

const PayLink = () => (
  <Button component={Link} to="/pay" startIcon={<Wallet size={16} strokeWidth={1.75} aria-hidden />}>
    {useTexts()('cart.payInQueue')}
  </Button>
);

const LedgerLink = () => (
  <Button component={Link} to="/ledger" startIcon={<BookOpenText size={16} strokeWidth={1.75} aria-hidden />}>
    {useTexts()('ledger.title')}
  </Button>
);
