import { NavTabs, Page, PageHeader } from '@tessera/ui';
import { Box } from '@mui/material';
import { useSearchParams } from 'react-router';
import { CartTab } from './cart/cart-tab';
import { PurchasedTab } from './purchased/purchased-tab';

const tabs = [
  { value: 'purchased', label: 'Purchased Tickets' },
  { value: 'cart', label: 'Cart' },
];

/** "Ticket Management": purchased tickets, the default, and the cart (specification section 2, /tickets). */
export function TicketsPage() {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'cart' ? 'cart' : 'purchased';
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
