import type { Translation } from '@tessera/ui';
import type { en } from './en';

const de: Translation<typeof en> = {
  title: 'Keine Berechtigung',
  thatPage: 'für diese Seite',
  open: '{{path}} zu öffnen',
  askAdministrator: 'Fragen Sie einen Administrator von Tessera.',
  askOwner: 'Fragen Sie einen Inhaber Ihres Mandanten oder einen Administrator.',
  toDashboard: 'Zur Übersicht',
};

export default de;
