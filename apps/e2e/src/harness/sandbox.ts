import type { Product } from './product.ts';

/** Events of the sandbox site that the demo realm's templates hold and buy seats of. */
export const HELD_EVENT = 'harbour-city-v-northgate-rovers';
export const BOUGHT_EVENT = 'copper-almanac-foundry-hall';

/** A seat that the sandbox site sold. */
export interface SoldSeat {
  area: string;
  row: string;
  seat: string;
  account: string;
  order_key: string;
}

/** Lists what the sandbox says was sold for an event. */
export async function listSoldSeats({ sandboxUrl }: Product, event: string): Promise<SoldSeat[]> {
  const response = await fetch(`${sandboxUrl}/api/events/${event}/sold`);
  if (!response.ok) throw new Error(`The sandbox responded ${response.status}.`);
  return (await response.json()) as SoldSeat[];
}

/** Selects how the sandbox behaves: a scenario by name, and single values that differ from it. */
export async function setScenario(
  { sandboxUrl }: Product,
  name: string,
  overrides: Record<string, number | boolean> = {},
): Promise<void> {
  const response = await fetch(`${sandboxUrl}/api/scenario`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, overrides }),
  });
  if (!response.ok) throw new Error(`The sandbox responded ${response.status}: ${await response.text()}`);
}

/** Formats a seat as one string, to compare what two sides report. */
export const formatSeat = ({ area, row, seat }: { area: string; row: string; seat: string }): string =>
  `${area} ${row} ${seat}`;

/** Lists the orders of one of the sandbox's accounts, whatever became of them. */
export async function listOrders({ sandboxUrl }: Product, email: string): Promise<{ status: string }[]> {
  const password = `quayside-${/desk-(\d\d)@/.exec(email)?.[1]}`;
  const session = await fetch(`${sandboxUrl}/api/sessions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!session.ok) throw new Error(`The sandbox responded ${session.status} to ${email}.`);
  const { token } = (await session.json()) as { token: string };
  const response = await fetch(`${sandboxUrl}/api/orders`, { headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`The sandbox responded ${response.status}.`);
  return (await response.json()) as { status: string }[];
}
