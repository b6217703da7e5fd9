import type { Chance } from '../chance.ts';
import type { Stage } from '../stage.ts';
import type { Verdict } from '../verdict.ts';

/** What a case works with. */
export interface Scene {
  stage: Stage;
  chance: Chance;
  /** Few faults, to see that it works. */
  quick: boolean;
  say: (line: string) => void;
}

/** One kind of fault under its own load, with what must hold. */
export interface ChaosCase {
  key: string;
  title: string;
  run(scene: Scene): Promise<Verdict[]>;
}
