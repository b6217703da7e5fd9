import { modules } from './en/modules';
import { publishers } from './en/publishers';

/** The texts of the modules' pages. */
export const en = { ...modules, ...publishers };
