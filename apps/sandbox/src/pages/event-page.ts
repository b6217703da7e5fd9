import type { BoxOffice } from '../box-office.ts';
import { type Account, PRICE_LEVELS } from '../catalogue.ts';
import { dayAndTime, type Html, html, money } from './html.ts';
import { alert, layout } from './layout.ts';

export type KnownEvent = NonNullable<ReturnType<BoxOffice['inventory']['event']>>;
type Level = keyof typeof PRICE_LEVELS;

const levels = (event: KnownEvent): { key: Level; name: string; price: string }[] =>
  (Object.keys(PRICE_LEVELS) as Level[]).map((key) => ({
    key,
    name: PRICE_LEVELS[key],
    price: money(event.prices[key], event.currency),
  }));

/** Form fields for the area, price level and number of seats. */
function seatFields(event: KnownEvent): Html {
  return html`<label for="area">Area</label>
    <select id="area" name="area">
      <option value="">Any area</option>
      ${event.areas.map((area) => html`<option>${area.name}</option>`)}
    </select>
    <label for="level">Price level</label>
    <select id="level" name="level">
      <option value="">Any price</option>
      ${levels(event).map((level) => html`<option value="${level.key}">${level.name}, ${level.price}</option>`)}
    </select>
    <label for="quantity">Seats</label>
    <select id="quantity" name="quantity">
      ${Array.from({ length: event.maxPerAccount }, (_, index) => html`<option>${index + 1}</option>`)}
    </select>
    <p class="help">At most ${event.maxPerAccount} per account. You get the best adjacent seats.</p>`;
}

function purchaseForm(event: KnownEvent, account: Account | null, orderKey: string): Html {
  if (!account)
    return html`<p><a class="button" href="/sign-in?next=/events/${event.guid}">Sign in to buy</a></p>`;
  return html`<form class="panel" method="post" action="/events/${event.guid}/hold">
    <input type="hidden" name="order_key" value="${orderKey}" />${seatFields(event)}
    <button>Find the best seats</button>
  </form>`;
}

/** Renders an event: its availability by area and the purchase form. */
export function eventPage(
  office: BoxOffice,
  event: KnownEvent,
  view: { account: Account | null; orderKey: string; error: string | null },
): string {
  const areas = office.inventory.availability(event.guid, office.scenario.onSalePerLevel());
  const rows = areas.map(
    (area) =>
      html`<tr>
        <th scope="row">${area.area}</th>
        <td>
          <svg
            class="bar"
            role="img"
            aria-label="${area.sold} sold, ${area.held} held"
            viewBox="0 0 ${area.seats} 1"
            preserveAspectRatio="none"
            width="100%"
          >
            <rect class="sold" width="${area.sold}" height="1" />
            <rect class="held" x="${area.sold}" width="${area.held}" height="1" />
          </svg>
        </td>
        <td class="num">${area.free > 0 ? `${area.free} free` : 'sold out'}</td>
      </tr>`,
  );
  return layout({
    title: event.name,
    account: view.account,
    body: html`<p class="kind">${event.venue}, ${event.city}</p>
      <h1>${event.name}</h1>
      <p class="soft">${dayAndTime(event.ko * 1000)}</p>
      ${alert(view.error)}
      <h2>Seats</h2>
      ${purchaseForm(event, view.account, view.orderKey)}
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Area</th>
              <th scope="col">Taken</th>
              <th scope="col" class="num">Available</th>
            </tr>
          </thead>
          <tbody>
            ${rows}
          </tbody>
        </table>
      </div>
      <h2>Prices</h2>
      <dl>
        ${levels(event).map(
          (level) =>
            html`<dt>${level.name}</dt>
              <dd>${level.price}</dd>`,
        )}
      </dl>
      <p><a href="/events/${event.guid}/seats">Seat map</a></p>`,
  });
}

/** Renders the waiting room. The page reloads until the request is admitted. */
export function waitingPage(event: KnownEvent, account: Account, position: number): string {
  return layout({
    title: 'Waiting room',
    account,
    refreshSeconds: 2,
    body: html`<h1>Waiting room</h1>
      <p>${event.name}</p>
      <div class="panel" role="status">
        <p class="soft">Your position</p>
        <p class="big">${position}</p>
      </div>
      <p>This page reloads every 2 seconds and continues when it is your turn.</p>`,
  });
}
