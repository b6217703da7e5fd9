import type { BoxOffice } from '../box-office.ts';
import type { Account } from '../catalogue.ts';
import { dayAndTime, money } from './formats.ts';
import { html } from './html.ts';
import { layout } from './layout.ts';

/** Renders all events with their number of free seats. */
export function homePage(office: BoxOffice, account: Account | null): string {
  const onSale = office.scenario.onSalePerLevel();
  const cards = office.inventory.events().map((event) => {
    const free = office.inventory.availability(event.guid, onSale).reduce((sum, area) => sum + area.free, 0);
    return html`<li class="card">
      <span class="kind"
        >${event.category === 'football' ? 'Football' : 'Concert'} · ${event.venue}, ${event.city}</span
      >
      <h2><a href="/events/${event.guid}">${event.name}</a></h2>
      <p class="soft">${dayAndTime(event.ko * 1000)}</p>
      <p class="foot">
        ${free > 0 ? `${free.toLocaleString('en-GB')} seats, from ${money(event.prices.value, event.currency)}` : 'Sold out'}
      </p>
    </li>`;
  });
  return layout({
    title: 'Events',
    account,
    body: html`<h1>Events</h1>
      <ul class="cards">
        ${cards}
      </ul>`,
  });
}
