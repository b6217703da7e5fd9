import type { Translation } from '@tessera/ui';
import type { en } from './en';

const de: Translation<typeof en> = {
  title: 'Module wiederherstellen',
  explanation: 'Für ein Modul, das nicht geladen werden kann, etwa das mit der Seite „Module“.',
  list: 'Module und ihre Versionen',
  empty: 'Der Server führt keine Module auf.',
  stable: 'Stabil {{version}}',
  nothing: 'Keine stabile Version',
  previous: 'davor: {{version}}',
  noPrevious: 'keine davor',
  canaries_one: '{{count, number}} Vorabversion',
  canaries_other: '{{count, number}} Vorabversionen',
  back: 'Zurücksetzen',
  backNamed: '{{title}} zurücksetzen',
  backTitle: '{{title}} zurücksetzen?',
  backBody:
    'Offene Seiten behalten ihre Version, bis sie neu geladen werden. Sie können dies 10 Sekunden lang rückgängig machen.',
  backDone: '{{title}} zurückgesetzt',
  nowhere: 'Es gibt keine Version, auf die zurückgesetzt werden kann.',
  on: 'Einschalten',
  onNamed: '{{title}} einschalten',
  onTitle: '{{title}} einschalten?',
  onBody: 'Sie können dies 10 Sekunden lang rückgängig machen.',
  onDone: '{{title}} eingeschaltet',
  undone: '{{title}} ist wieder wie zuvor',
  users_one: 'Nutzer bekommt {{to}} statt {{from}}',
  users_other: 'Nutzer bekommen {{to}} statt {{from}}',
  usersAgain_one: 'Nutzer bekommt die Seiten wieder, in Version {{version}}',
  usersAgain_other: 'Nutzer bekommen die Seiten wieder, in Version {{version}}',
  share: '{{percent}} % der Nutzer, geschätzt',
};

export default de;
