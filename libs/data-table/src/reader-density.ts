import { createContext } from 'react';
import type { Density } from './column';

/** The row height that the reader chose for all lists; null: each list's own. */
export const ReaderDensity = createContext<Density | null>(null);
