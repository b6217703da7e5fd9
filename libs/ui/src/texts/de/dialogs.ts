import type { Translation } from '../text-types';
import type { dialogs as english } from '../en/dialogs';

export const dialogs: Translation<typeof english> = {
  confirm: { typed: 'Geben Sie zur Bestätigung {{text}} ein' },
  impact: {
    loading: 'Es wird geprüft, was sich ändert …',
    skipped: '{{number}} übersprungen',
    skippedBecause: '{{number}} übersprungen: {{reasons}}',
  },
  discard: {
    title: 'Änderungen verwerfen?',
    body: 'Was Sie hier geändert haben, ist noch nicht gespeichert.',
    confirm: 'Verwerfen',
    keep: 'Weiter bearbeiten',
  },
  form: {
    errors_one: '{{count, number}} Fehler',
    errors_other: '{{count, number}} Fehler',
    toCorrect_one: '{{count, number}} Fehler zu berichtigen',
    toCorrect_other: '{{count, number}} Fehler zu berichtigen',
    changed: 'geändert',
  },
  stale: {
    title: '{{name}} wurde inzwischen geändert',
    unsaved: 'Von Ihnen ist noch nichts gespeichert.',
    overwrite: 'Meines darüber speichern',
    reload: 'Den neuen Stand laden',
    differences: 'Unterschiede',
    field: 'Feld',
    theirs: 'Neuer Stand',
    yours: 'Ihrer',
    set: 'Gesetzt',
    notSet: 'Nicht gesetzt',
    cleared: 'Geleert',
    replaced: 'Ein neuer Wert',
  },
  wizard: { back: 'Zurück', next: 'Weiter', done: 'Erledigt' },
  drawer: { previous: 'Vorheriges', next: 'Nächstes' },
  progress: {
    done: '{{done}} von {{total}} erledigt',
    doneSomeFailed: '{{done}} von {{total}} erledigt, {{failed}} gescheitert',
    abort: 'Abbrechen',
  },
  choice: {
    nothing: 'Noch nichts gewählt.',
    moveUp: '{{name}} nach oben',
    moveDown: '{{name}} nach unten',
  },
};
