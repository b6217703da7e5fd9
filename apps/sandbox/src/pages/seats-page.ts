import type { BoxOffice } from '../box-office.ts';
import type { Account } from '../catalogue.ts';
import type { SeatState } from '../inventory.ts';
import type { KnownEvent } from './event-page.ts';
import { type Html, html, money, seatCount } from './html.ts';
import { layout } from './layout.ts';

const STEP = 10;
const SIZE = 8;

/** Draws an area: free seats as one path, other seats each with the account as title. */
function areaMap(name: string, seats: readonly SeatState[]): Html {
  const rows = [...new Set(seats.map((seat) => seat.row))];
  const positionOf = (seat: SeatState): [number, number] => [
    (Number(seat.seat) - 1) * STEP + 1,
    rows.indexOf(seat.row) * STEP + 1,
  ];
  const free = seats.filter((seat) => seat.state === 'free');
  const taken = seats.filter((seat) => seat.state !== 'free');
  const path = free.map((seat) => `M${positionOf(seat).join(' ')}h${SIZE}v${SIZE}h-${SIZE}z`).join('');
  const width = Math.max(...seats.map((seat) => Number(seat.seat))) * STEP;
  const count = (state: SeatState['state']): number => seats.filter((seat) => seat.state === state).length;
  return html`<figure>
    <figcaption>${name}</figcaption>
    <svg
      viewBox="0 0 ${width} ${rows.length * STEP}"
      role="img"
      aria-label="${name}: ${count('sold')} sold, ${count('held')} held, ${free.length} free"
    >
      <path class="free" d="${path}" />
      ${taken.map((seat) => {
        const [x, y] = positionOf(seat);
        return html`<rect class="${seat.state}" x="${x}" y="${y}" width="${SIZE}" height="${SIZE}"
          ><title>Row ${seat.row}, seat ${seat.seat}: ${seat.state}, ${seat.account ?? ''}</title></rect
        >`;
      })}
    </svg>
  </figure>`;
}

/** Renders the seat map and a table of the sold seats. */
export function seatsPage(office: BoxOffice, event: KnownEvent, account: Account | null): string {
  const sold = office.inventory.sold(event.guid);
  const areas = Map.groupBy(office.inventory.seats(event.guid), (seat) => seat.area);
  return layout({
    title: `Seats, ${event.name}`,
    account,
    body: html`<p class="kind"><a href="/events/${event.guid}">${event.name}</a></p>
      <h1>Seat map</h1>
      <ul class="legend">
        <li class="l-free">Free</li>
        <li class="l-held">Held in a basket</li>
        <li class="l-sold">Sold</li>
      </ul>
      <div class="map">${event.areas.map((area) => areaMap(area.name, areas.get(area.name) ?? []))}</div>
      <h2>Sold seats</h2>
      <p>${sold.length === 0 ? 'No seats sold yet.' : `${seatCount(sold.length)} sold.`}</p>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Area</th>
              <th scope="col">Row</th>
              <th scope="col">Seat</th>
              <th scope="col">Account</th>
              <th scope="col">Reference</th>
              <th scope="col">Order</th>
              <th scope="col" class="num">Price</th>
            </tr>
          </thead>
          <tbody>
            ${sold.map(
              (seat) =>
                html`<tr>
                  <td>${seat.area}</td>
                  <td>${seat.row}</td>
                  <td>${seat.seat}</td>
                  <td>${seat.account}</td>
                  <td>${seat.reference}</td>
                  <td><code>${seat.order_key}</code></td>
                  <td class="num">${money(seat.price, seat.currency)}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </div>`,
  });
}
