import type { Translation } from '@tessera/ui';
import type { send as english } from '../en/send';

export const send: Translation<typeof english> = {
  send: {
    title: 'Nachricht senden',
    toPeopleOf: 'An die Personen von {{realm}}',
    yourRealm: 'Ihrem Mandanten',
    everyone: 'Alle',
    to: 'An',
    topic: 'Thema',
    topicHelp:
      'Geräte, auf denen dieses Thema eingeschaltet ist, erhalten sie sofort; alle finden sie in ihren Benachrichtigungen.',
    heading: 'Titel',
    headingNeeded: 'Geben Sie einen Titel ein',
    message: 'Nachricht',
    opens: 'Öffnet die Seite',
    opensHelp: 'Die Seite, die ein Klick öffnet.',
    go: 'Senden',
    people_one: '{{count}} Person',
    people_other: '{{count}} Personen',
    devices_one: '{{count}} Gerät',
    devices_other: '{{count}} Geräte',
    sent: 'Gesendet an {{people}}, {{devices}}',
    reaches: 'Erreicht {{people}}, {{devices}}',
    counting: 'Wird gezählt …',
  },
};
