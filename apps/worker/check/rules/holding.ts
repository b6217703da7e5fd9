import type { Hold, Purchase } from '../../src/protocol.ts';
import { expectCall, expectNoWrites, must, NEXT_STEP_MS, type Rule, waitForLease } from '../rule.ts';

const seatKeys = (seats: readonly { area: string; row: string; seat: string }[]) =>
  seats
    .map(({ area, row, seat }) => `${area}/${row}/${seat}`)
    .toSorted()
    .join(' ');

/** The regular course of a task of each mode. */
export const holdingRules: Rule[] = [
  {
    id: 'hold',
    title: 'Hold task: holds seats at the site, then reports them, which ends the lease',
    section: 'The life of a lease',
    async checkRule({ offerTask }) {
      const task = offerTask('hold');
      await waitForLease(task);
      await expectCall(task, 'console', 'hold', NEXT_STEP_MS);
      const [reported] = task.trail.of('console', 'hold');
      const [held] = task.trail.of('site', 'hold');
      must(
        reported !== undefined && held !== undefined && held.at < reported.at,
        'seats were reported before the site held them',
      );
      const { seats, basket, expires_at } = reported.body as Hold;
      must(
        seatKeys(seats) === seatKeys(task.order?.seats ?? []),
        'the reported seats are not those that the site holds',
      );
      must(basket === task.order?.basket_url, "the basket is not the site's own link");
      must(
        Date.parse(expires_at) === Date.parse(task.order?.expires_at ?? ''),
        "the expiry is not the site's",
      );
      await expectNoWrites(task, reported.at, 'after the hold had ended the lease');
      must(task.trail.of('site', 'pay').length === 0, 'it paid for a hold task, which only a person may do');
    },
  },
  {
    id: 'buy',
    title:
      'Buy task: holds and reports seats, pays with the payment token, reports the purchase with its references',
    section: 'The life of a lease',
    async checkRule({ offerTask }) {
      const task = offerTask('buy');
      await waitForLease(task);
      await expectCall(task, 'console', 'purchase', NEXT_STEP_MS);
      const [paid] = task.trail.of('site', 'pay');
      const [hold] = task.trail.of('console', 'hold');
      const [purchase] = task.trail.of('console', 'purchase');
      must(
        hold !== undefined && paid !== undefined && hold.at < paid.at,
        'it paid before the console had accepted the hold',
      );
      must(
        (paid.body as { payment_token?: string }).payment_token === task.card,
        'it did not pay with the payment token',
      );
      must(
        purchase !== undefined && purchase.status === 200 && paid.at < purchase.at,
        'the purchase was reported before the site was paid',
      );
      const { tickets } = purchase.body as Purchase;
      const ids = tickets.map(({ hold_id }) => hold_id).toSorted();
      must(
        ids.join() === [...task.holds.values()].toSorted().join(),
        'the purchase does not name the ids returned by hold',
      );
      must(
        tickets.every(({ ticket_reference }) => ticket_reference === task.order?.reference),
        "a ticket lacks the site's reference",
      );
      must(task.trail.of('site', 'pay').length === 1, 'it paid more than once');
    },
  },
  {
    id: 'prove',
    title: 'Sends a heartbeat right before it pays',
    section: 'Never twice: the order key',
    async checkRule({ offerTask }) {
      const task = offerTask('buy');
      await waitForLease(task);
      await expectCall(task, 'site', 'pay', NEXT_STEP_MS);
      const [hold] = task.trail.of('console', 'hold');
      const [paid] = task.trail.of('site', 'pay');
      const beat = task.trail
        .of('console', 'heartbeat')
        .some(({ at }) => at > (hold?.at ?? 0) && at < (paid?.at ?? 0));
      must(beat, 'it paid without a heartbeat between the hold and the payment');
    },
  },
  {
    id: 'limit',
    title: 'LIMIT_REACHED: releases the seats at the site, then fails the task',
    section: 'Ground rules of the wire',
    async checkRule({ offerTask }) {
      const task = offerTask('buy', (prepared) => {
        prepared.console = (what) =>
          what === 'hold'
            ? { status: 409, code: 'LIMIT_REACHED', message: 'This customer may have no more' }
            : null;
      });
      await waitForLease(task);
      await expectCall(task, 'console', 'fail', NEXT_STEP_MS);
      must(task.order?.status === 'released', 'the seats are still held at the site');
      must(task.trail.of('site', 'pay').length === 0, 'it paid although the limit is reached');
    },
  },
];
