import type { Translation } from '@tessera/ui';
import type { access as english } from '../en/access';

export const access: Translation<typeof english> = {
  access: {
    title: 'Keine Berechtigung',
    thatPage: 'für jene Seite',
    open: '{{path}} zu öffnen',
    askAdministrator: 'Fragen Sie jemanden, der Tessera verwaltet.',
    askOwner: 'Fragen Sie jemanden, dem Ihr Mandant gehört oder der Tessera verwaltet.',
    toDashboard: 'Zur Übersicht',
  },
};
