import type { Translation } from '@tessera/ui';
import type * as english from '../en/account';

export const account: Translation<typeof english.account> = {
  theme: {
    title: 'Farbschema',
    light: 'Hell',
    dark: 'Dunkel',
    system: 'System',
  },
  profile: {
    roles: { admin: 'Verwaltung', realm_owner: 'Mandantenleitung', realm_user: 'Mandantenmitglied' },
    realm: 'Mandant',
    allRealms: 'Alle Mandanten',
    noRealm: 'Noch keiner',
  },
  rehearsal: {
    region: 'Probe',
    title: 'Probe',
    named: 'Probe: {{name}}',
    text: 'Nichts hier ist echt.',
    leave: 'Probe verlassen',
    pageTitle: 'Probe · {{title}}',
  },
  realmSuspended: {
    title: 'Dieser Mandant ist gesperrt',
    text: 'Ein Administrator hat ihn gesperrt: Sie können alles lesen, aber nichts ändern, und keine Aufgabe läuft. Bitten Sie einen Administrator, ihn zu aktivieren.',
  },
  realmWaiting: {
    title: 'Warten auf die Verwaltung',
    text: 'Ihr Konto ist bereit, gehört aber noch zu keinem Mandanten; deshalb sind Ihre Listen leer. Ein Administrator muss es einem Mandanten zuordnen. Sie können angemeldet bleiben: Die Daten des Mandanten erscheinen dann hier.',
  },
};
