// German is loaded by those that need it: pages when it is selected, the server and the service worker at their start.
import { addLanguage } from './messages';
import { german } from './texts/de';

addLanguage('de', 'de-DE', german);
