import '@tessera/domain/german';
import type { Translation } from '@tessera/ui';
import type { en } from './en';

const de: Translation<typeof en> = {
  onSale: {
    views: 'Ansichten des Verkaufsstarts',
    room: 'Raum',
    waiting: 'Warteplätze',
    seats: 'Plätze',
  },
  jobTasksGone: 'Nicht mehr vorhanden',
  jobTasksGoneHelp:
    'Seine Aufgaben wurden gelöscht oder sind schon so lange beendet, dass sie entfernt wurden. Gekauftes steht weiter bei den Tickets.',
  jobWaits: 'Wartet auf einen Worker',
  jobHolds: 'Plätze reserviert',
  seatNames: { row: 'Reihe {{row}}', seats_one: 'Platz {{names}}', seats_other: 'Plätze {{names}}' },
  slotTitles: { note: 'Notiz' },
};

export default de;
