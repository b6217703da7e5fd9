import type { Translation } from '@tessera/ui';
import type * as english from '../en/access';

export const access: Translation<typeof english.access> = {
  access: {
    title: 'Keine Berechtigung',
    thatPage: 'für diese Seite',
    open: '{{path}} zu öffnen',
    askAdministrator: 'Fragen Sie einen Administrator von Tessera.',
    askOwner: 'Fragen Sie einen Inhaber Ihres Mandanten oder einen Administrator.',
    toDashboard: 'Zur Übersicht',
  },
};
