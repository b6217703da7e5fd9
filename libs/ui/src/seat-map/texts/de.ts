import type { Translation } from '../../texts/text-types';
import type { en } from './en';

const de: Translation<typeof en> = {
  seats: 'Plätze',
  colorBy: 'Farbe nach',
  state: 'Status',
  job: 'Job',
  price: 'Preisstufe',
  held: 'Reserviert',
  bought: 'Gekauft',
  noJob: 'Ohne Job',
  noPrice: 'Ohne Preisstufe',
  sideBySide: 'Unterstrichene Plätze liegen nebeneinander',
  count: '{{held, number}} reserviert, {{bought, number}} gekauft',
  seatCount_one: '{{count, number}} Platz',
  seatCount_other: '{{count, number}} Plätze',
  unknownArea: 'Unbekannter Bereich',
  noRow: 'Ohne Reihe',
  row: 'Reihe {{row}}',
  noNumber: 'Platz ohne Nummer',
  seat: 'Platz {{seat}}',
  zoom: 'Nur {{area}} anzeigen',
  allAreas: 'Alle Bereiche',
  level: 'Preisstufe {{level}}',
  beside_one: 'neben {{count, number}} weiteren Platz',
  beside_other: 'neben {{count, number}} weiteren Plätzen',
  until: 'bis {{at}}',
  ofJob: 'Job: {{job}}',
  ofTask: 'Aufgabe: {{task}}',
  ofLogin: 'Login: {{login}}',
  legend: 'Legende',
  keys: 'Die Pfeiltasten wechseln zwischen Plätzen, Bild auf und Bild ab zwischen Bereichen.',
  ofMap: 'Plan der Seite',
  unreadable: 'Der Plan kann nicht angezeigt werden.',
};

export default de;
