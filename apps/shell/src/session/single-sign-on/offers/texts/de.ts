import type { Translation } from '@tessera/ui';
import type { en } from './en';

const de: Translation<typeof en> = {
  or: 'oder',
  continueWith: 'Weiter mit {{name}}',
};

export default de;
