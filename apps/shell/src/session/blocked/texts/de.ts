import type { Translation } from '@tessera/ui';
import type { en } from './en';

const de: Translation<typeof en> = {
  cookies: {
    title: 'Cookies sind ausgeschaltet',
    why: 'Tessera braucht ein Cookie, um Menschen von Bots zu unterscheiden, und den Speicher des Browsers für Ihre Sitzung. Dieser Browser sperrt beides; deshalb können Sie sich hier nicht anmelden.',
    how: 'Öffnen Sie die Einstellungen Ihres Browsers, suchen Sie beim Datenschutz „Cookies und Websitedaten“, und erlauben Sie Cookies für {{host}}. Auch ein privates Fenster oder eine Erweiterung kann sie verhindern.',
    still: 'Cookies sind noch immer ausgeschaltet.',
  },
  insecure: {
    title: 'Diese Adresse ist nicht sicher',
    why: 'Tessera bewahrt die Hälfte Ihrer Sitzung in einem Cookie auf, das Browser nur über https annehmen. Diese Seite wurde über http geöffnet; deshalb können Sie sich hier nicht anmelden.',
    how: 'Öffnen Sie die Konsole unter ihrer https-Adresse; wer {{host}} betreibt, kennt sie. Auf dem Rechner, auf dem sie läuft, nehmen Chrome, Edge und Firefox auch {{local}} an.',
    still: 'Der Browser lehnt das Cookie noch immer ab.',
  },
  retry: 'Noch einmal versuchen',
};

export default de;
