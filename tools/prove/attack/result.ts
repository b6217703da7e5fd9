/** What came of an attack. */
export interface Result {
  attack: string;
  tried: string;
  outcome: string;
  passed: boolean;
}
