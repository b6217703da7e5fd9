import { ACCEPTED_TOKEN } from '../box-office.ts';
import type { Account } from '../catalogue.ts';
import type { Order } from '../orders.ts';
import { type Html, html, money, seatCount } from './html.ts';
import { alert, layout } from './layout.ts';
import { signInForm } from './sign-in-page.ts';

function seatTable(order: Order): Html {
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          <th scope="col">Area</th>
          <th scope="col">Row</th>
          <th scope="col">Seat</th>
          <th scope="col" class="num">Price</th>
        </tr>
      </thead>
      <tbody>
        ${order.seats.map(
          (seat) =>
            html`<tr>
              <td>${seat.area}</td>
              <td>${seat.row}</td>
              <td>${seat.seat}</td>
              <td class="num">${money(seat.price, order.currency)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function payForm(order: Order): Html {
  return html`<form class="panel" method="post" action="/basket/${order.basket}/pay">
      <label for="payment_token">Test payment token</label>
      <input
        id="payment_token"
        name="payment_token"
        autocomplete="off"
        required
        aria-describedby="token-help"
      />
      <p class="help" id="token-help">Use ${ACCEPTED_TOKEN}. No real card is needed or charged.</p>
      <button>Pay ${money(order.total, order.currency)}</button>
    </form>
    <form method="post" action="/basket/${order.basket}/release">
      <button class="plain">Release the seats</button>
    </form>`;
}

function heldOrder(order: Order, account: Account | null, now: number): Html {
  const countdown = html`<p>
    <strong>${seatCount(order.seats.length)} held</strong> for ${order.account},
    <time data-until="${order.expires_at}" data-now="${now}"
      >until ${new Date(order.expires_at).toISOString().slice(11, 19)} UTC</time
    >
  </p>`;
  if (!account) {
    return html`${countdown}${seatTable(order)}
      <h2>Sign in to pay</h2>
      ${signInForm(`/basket/${order.basket}`, order.account)}`;
  }
  if (account.email !== order.account) {
    return html`${countdown}${seatTable(order)}
      <p class="note">This basket belongs to ${order.account}. Sign in with that account to pay.</p>`;
  }
  return html`${countdown}${seatTable(order)}
    <h2>Pay</h2>
    ${payForm(order)}`;
}

function endedOrder(order: Order): Html {
  const reason =
    order.status === 'lapsed' ? 'The hold expired and the seats were released.' : 'The seats were released.';
  return html`<p class="note">${reason}</p>
    <p><a href="/events/${order.event_guid}">Find other seats</a></p>`;
}

function paidOrder(order: Order): Html {
  return html`<p class="note good" role="status">Reference <strong>${order.reference}</strong></p>
    <p>${seatCount(order.seats.length)}, ${money(order.total, order.currency)}, for ${order.account}.</p>
    ${seatTable(order)}`;
}

const HEADINGS: Record<Order['status'], string> = {
  held: 'Basket',
  paid: 'Paid',
  lapsed: 'Basket expired',
  released: 'Basket released',
};

/** Renders a basket: a held order with its payment form, or the outcome of the order. */
export function basketPage(order: Order, account: Account | null, now: number, error: string | null): string {
  const isHeld = order.status === 'held';
  return layout({
    title: HEADINGS[order.status],
    account,
    body: html`<p class="kind"><a href="/events/${order.event_guid}">${order.event_name}</a></p>
      <h1>${HEADINGS[order.status]}</h1>
      ${alert(error)}
      ${isHeld ? heldOrder(order, account, now) : order.status === 'paid' ? paidOrder(order) : endedOrder(order)}`,
  });
}

/** Renders an account's orders. */
export function ordersPage(orders: readonly Order[], account: Account): string {
  const rows = orders.map(
    (order) =>
      html`<tr>
        <td><a href="/basket/${order.basket}">${order.event_name}</a></td>
        <td>${HEADINGS[order.status]}</td>
        <td>${order.seats.map((seat) => html`${seat.area}, row ${seat.row}, seat ${seat.seat}<br />`)}</td>
        <td class="num">${money(order.total, order.currency)}</td>
      </tr>`,
  );
  return layout({
    title: 'My orders',
    account,
    body: html`<h1>My orders</h1>
      ${
        orders.length === 0
          ? html`<p>No orders yet. <a href="/">Browse events</a></p>`
          : html`<div class="scroll">
              <table>
                <thead>
                  <tr>
                    <th scope="col">Event</th>
                    <th scope="col">Status</th>
                    <th scope="col">Seats</th>
                    <th scope="col" class="num">Total</th>
                  </tr>
                </thead>
                <tbody>
                  ${rows}
                </tbody>
              </table>
            </div>`
      }`,
  });
}
