import type { Product } from './launched.ts';

/** A seat that the sandbox site sold. */
export interface SoldSeat {
  area: string;
  row: string;
  seat: string;
  account: string;
  order_key: string;
}

/** What the sandbox itself says was sold at an event. */
export async function soldSeats(product: Product, guid: string): Promise<SoldSeat[]> {
  const answer = await fetch(`${product.sandboxUrl}/api/events/${guid}/sold`);
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}`);
  return (await answer.json()) as SoldSeat[];
}

/** Changes how the sandbox behaves: a scenario's name, and single values. */
export async function setScenario(
  product: Product,
  name: string,
  overrides: Record<string, number | boolean> = {},
): Promise<void> {
  const answer = await fetch(`${product.sandboxUrl}/api/scenario`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, overrides }),
  });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status} ${await answer.text()}`);
}

/** A seat as one word, to compare what two sides say. */
export const seatName = ({ area, row, seat }: { area: string; row: string; seat: string }): string =>
  `${area} ${row} ${seat}`;
