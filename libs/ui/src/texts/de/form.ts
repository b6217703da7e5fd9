import type { Translation } from '../text-types';
import type { form as english } from '../en/form';

export const form: Translation<typeof english> = {
  field: {
    optional: 'optional',
    number: 'Geben Sie eine Zahl ein',
    whole: 'Geben Sie eine ganze Zahl ein',
    atLeast: 'Mindestens {{min}}',
    atMost: 'Höchstens {{max}}',
  },
  pairs: {
    key: 'Schlüssel',
    value: 'Wert',
    add: 'Zeile hinzufügen',
    row: 'Zeile {{number}}',
    twice: '{{key}} {{name}} steht zweimal da. Jeder Schlüssel darf einmal vorkommen.',
  },
  ordered: {
    entry: 'Eintrag',
    add: 'Hinzufügen',
    move: '{{item}} verschieben, {{place}} von {{total}}: Pfeiltasten',
    moved: '{{item}} ist jetzt {{place}} von {{total}}',
  },
  remove: '{{name}} entfernen',
  zone: {
    find: 'Stadt oder Region',
    open: 'Zeitzonen zeigen',
    close: 'Zeitzonen verbergen',
    clear: 'Keine Zeitzone',
  },
  secret: {
    set: 'Gesetzt',
    setHint: 'Gesetzt {{hint}}',
    willClear: 'Wird beim Speichern geleert',
    willReplace: 'Ersetzt beim Speichern, was gespeichert ist.',
    keep: 'Behalten',
    keepStored: 'Gespeichertes behalten',
    replace: 'Ersetzen',
    clear: 'Leeren',
  },
};
