import type { ReactNode } from 'react';

/** One thing to choose. */
export interface ChoiceItem {
  id: number;
  label: string;
  /** The state's chip. */
  status?: ReactNode;
  /** Why it can't be taken; it stays in sight with the reason. */
  blocked?: string | undefined;
}
