import type { LeaseDto } from '../../src/workers';
import type { Answer, TestApp } from '../app';
import { inMinutes, seat } from '../work';
import type { WorkerAct } from './acts';
import { type Code, resultOf } from './parties';
import type { SiteOrder, TicketingSite } from './ticketing-site';

/** Two workers at the console and at the ticketing site. */
export class Workers {
  private readonly leases: [LeaseDto[], LeaseDto[]] = [[], []];

  constructor(
    private readonly app: TestApp,
    private readonly tokens: readonly string[],
    private readonly siteId: number,
    private readonly site: TicketingSite,
  ) {}

  /** Performs an action under the last lease that fits; null when there is none. */
  async do(act: WorkerAct): Promise<string | null> {
    const leases = this.leases[act.who];
    if (act.does === 'lease') return this.lease(act.who);
    const wanted = (mode: LeaseDto['mode']) =>
      act.does === 'settle' ? mode === 'settle' : act.does === 'pay' ? mode === 'buy' : mode !== 'settle';
    const lease = leases.findLast(({ mode }) => wanted(mode));
    if (!lease) return null;
    switch (act.does) {
      case 'hold':
        return this.hold(act, lease);
      case 'pay':
        return this.pay(act, lease);
      case 'settle':
        return this.settle(act.who, lease);
      default: {
        const order = this.site.find(lease.order_key);
        const word = order?.status === 'paid' ? {} : { unpaid: true };
        const body = act.does === 'fail' ? { message: 'No luck', ...word } : word;
        return this.write(act.who, lease, act.does, body, true);
      }
    }
  }

  async lease(who: 0 | 1): Promise<string> {
    const { body } = await this.app.http<{ leases: LeaseDto[] }>('POST', '/api/worker/v1/lease', {
      token: this.tokens[who],
      body: { worker: `money-${who}`, capacity: 1, wait_s: 0, sites: [this.siteId], settles: true },
    });
    for (const lease of body.leases)
      if (lease.mode !== 'settle' && lease.task.status === 'bought')
        throw new Error('A bought task was leased');
    this.leases[who].push(...body.leases);
    return body.leases[0]?.mode ?? 'NONE';
  }

  private async hold({ who, seats }: WorkerAct, lease: LeaseDto): Promise<string | null> {
    const order = this.site.hold(lease.order_key, seats);
    if (!order) return null;
    const { code } = await this.reportHold(who, lease, order);
    if (code === 'LIMIT_REACHED') this.site.giveBack(order);
    return code;
  }

  private async reportHold(
    who: 0 | 1,
    lease: LeaseDto,
    order: SiteOrder,
  ): Promise<{ code: string; ids: number[] }> {
    const response = await this.call<{ holds?: { id: number }[] }>(who, lease, 'hold', {
      seats: order.seats.map((number) => seat(number)),
      expires_at: inMinutes(30),
      basket: 'https://tickets.example/basket/1',
    });
    const code = resultOf(response);
    if (code === 'CONFLICT' || (code === 'OK' && lease.mode === 'hold')) this.drop(who, lease);
    return { code, ids: response.body.holds?.map(({ id }) => id) ?? [] };
  }

  /** Pays what is held under the key, and reports it; a worker that doesn't report dies then. Earlier payments are reported. */
  private async pay({ who, proves, reports }: WorkerAct, lease: LeaseDto): Promise<string | null> {
    const order = this.site.find(lease.order_key);
    if (order?.status !== 'held' && order?.status !== 'paid') return null;
    if (proves) {
      const beat = await this.call<{ commands?: { command: string }[] }>(who, lease, 'heartbeat', {});
      if (beat.status === 409) {
        this.drop(who, lease);
        return resultOf(beat);
      }
      if (beat.body.commands?.some(({ command }) => command === 'stop')) return null;
    }
    this.site.pay(order, true);
    if (!reports) {
      this.drop(who, lease);
      return 'DIED';
    }
    const { code, ids } = await this.reportHold(who, lease, order);
    if (code !== 'OK') return code;
    return this.write(who, lease, 'purchase', { tickets: ids.map((hold_id) => ({ hold_id })) }, true);
  }

  private settle(who: 0 | 1, lease: LeaseDto): Promise<string> {
    const order = this.site.find(lease.order_key);
    if (order?.status === 'held')
      return this.write(who, lease, 'fail', { message: 'Still held', retry_after_s: 600 }, true);
    const body =
      order?.status === 'paid'
        ? { paid: true, seats: order.seats.map((number) => seat(number)), ticket_reference: 'REF' }
        : { paid: false };
    return this.write(who, lease, 'settle', body, true);
  }

  private async write(
    who: 0 | 1,
    lease: LeaseDto,
    what: string,
    body: object,
    ends: boolean,
  ): Promise<string> {
    const code = resultOf(await this.call(who, lease, what, body));
    if (ends || code !== 'OK') this.drop(who, lease);
    return code;
  }

  private call<T>(who: 0 | 1, { lease_id }: LeaseDto, what: string, body: object): Promise<Answer<T & Code>> {
    return this.app.http<T & Code>('POST', `/api/worker/v1/leases/${lease_id}/${what}`, {
      token: this.tokens[who],
      body,
    });
  }

  private drop(who: 0 | 1, lease: LeaseDto): void {
    this.leases[who] = this.leases[who].filter((one) => one !== lease);
  }

  /** Settles every open payment check. */
  async settleAll(): Promise<void> {
    this.leases[0] = [];
    while ((await this.lease(0)) === 'settle') {
      const [lease] = this.leases[0];
      if (lease) await this.settle(0, lease);
    }
  }
}
