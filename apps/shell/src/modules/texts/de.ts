import type { Translation } from '@tessera/ui';
import { modules } from './de/modules';
import { publishers } from './de/publishers';
import type { en } from './en';

const de: Translation<typeof en> = { ...modules, ...publishers };

export default de;
