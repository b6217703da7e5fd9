import { NavTabs, Page, PageHeader } from '@tessera/ui';
import { Box } from '@mui/material';
import type { Page as Counted } from '@tessera/api';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { CartTab } from './cart/cart-tab';
import { heldCountQuery } from './cart/cart.api';
import { PurchasedTab } from './purchased/purchased-tab';
import { purchasedCountQuery } from './purchased/purchased.api';

const countOf = (read: Counted<unknown> | undefined) => (read?.total == null ? {} : { count: read.total });

/** "Ticket Management": purchased tickets, the default, and the cart (specification section 2, /tickets). */
export function TicketsPage() {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'cart' ? 'cart' : 'purchased';
  const { data: bought } = useQuery(purchasedCountQuery());
  const { data: held } = useQuery(heldCountQuery());
  const tabs = [
    { value: 'purchased', label: 'Purchased Tickets', ...countOf(bought) },
    { value: 'cart', label: 'Cart', ...countOf(held) },
  ];
  // Each tab has a list of its own: search, sort and page don't carry over.
  const open = (next: string) => setParams(next === 'cart' ? { tab: 'cart' } : {});
  return (
    <Page>
      <PageHeader title="Ticket Management" />
      <NavTabs label="Tickets" value={tab} onChange={open} items={tabs} line />
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
