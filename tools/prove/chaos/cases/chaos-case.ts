import type { Check } from '../../checks.ts';
import type { Installation } from '../../installation/installation.ts';
import type { SeededRandom } from '../../load/seeded-random.ts';

/** The context of a case. */
export interface CaseContext {
  installation: Installation;
  random: SeededRandom;
  /** Whether to inject few faults only. */
  quick: boolean;
  log: (line: string) => void;
}

/** One kind of fault under load, with its checks. */
export interface ChaosCase {
  key: string;
  title: string;
  injectFaults(scene: CaseContext): Promise<Check[]>;
}
