/** An order as the sandbox's API has it (apps/sandbox/README.md). */
export interface SiteOrder {
  order_key: string;
  event_guid: string;
  account: string;
  status: 'held' | 'paid' | 'lapsed' | 'released';
  currency: string;
  seats: { area: string; row: string; seat: string; price_level: string; price: number }[];
  expires_at: string;
  reference: string | null;
  basket_url: string;
}
