/** An order at the site, permanently under a task's key. `byWorker`: a worker has paid it. */
export interface SiteOrder {
  status: 'held' | 'paid' | 'lapsed' | 'released';
  seats: number[];
  byWorker: boolean;
}

/** Seats of the only event; few, so that tasks compete for them. */
const SEATS = [1, 2, 3, 4, 5, 6, 7, 8];

/** A simulated ticketing site: which order holds or has paid which seat. */
export class TicketingSite {
  private readonly orders = new Map<string, SiteOrder>();

  find(key: string): SiteOrder | undefined {
    return this.orders.get(key);
  }

  /** The existing order, or a new one of free seats; undefined when too few are free. */
  hold(key: string, count: number): SiteOrder | undefined {
    const known = this.orders.get(key);
    if (known?.status === 'held' || known?.status === 'paid') return known;
    const seats = SEATS.filter((seat) => !this.isTaken(seat)).slice(0, count);
    if (seats.length < count) return undefined;
    const order: SiteOrder = { status: 'held', seats, byWorker: false };
    this.orders.set(key, order);
    return order;
  }

  /** Pays a held order. */
  pay(order: SiteOrder, byWorker: boolean): void {
    if (order.status !== 'held') return;
    order.status = 'paid';
    order.byWorker = byWorker;
  }

  giveBack(order: SiteOrder): void {
    if (order.status === 'held') order.status = 'released';
  }

  lapse(key: string): void {
    const order = this.orders.get(key);
    if (order?.status === 'held') order.status = 'lapsed';
  }

  /** Records that a person has paid these seats: of the current order of the key, or of one that has expired. */
  paidByPerson(key: string, seats: readonly number[]): void {
    const order = this.orders.get(key);
    const current = order?.status === 'held' || order?.status === 'paid' ? order : undefined;
    const expired = seats.filter((seat) => !current?.seats.includes(seat));
    if (current && expired.length < seats.length) this.pay(current, false);
    if (expired.length > 0)
      this.orders.set(`${key} ${expired.join()}`, { status: 'paid', seats: expired, byWorker: false });
  }

  /** Whether an order of the key has paid for the seat. */
  isPaid(seat: number, key: string): boolean {
    return [...this.orders].some(
      ([orderKey, { status, seats }]) =>
        orderKey.split(' ')[0] === key && status === 'paid' && seats.includes(seat),
    );
  }

  /** Whether an order has the seat, other than that of a key. */
  isTaken(seat: number, exceptKey?: string): boolean {
    return [...this.orders].some(
      ([key, { status, seats }]) =>
        key.split(' ')[0] !== exceptKey && (status === 'held' || status === 'paid') && seats.includes(seat),
    );
  }

  /** Orders that a worker has paid, by their keys. */
  paidByWorkers(): [string, SiteOrder][] {
    return [...this.orders].filter(([, { byWorker }]) => byWorker);
  }
}
