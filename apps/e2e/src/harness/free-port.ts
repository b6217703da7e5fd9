import { freePort as freePortIn } from '../../../../tools/start/ports.ts';

/** Below the range from which a product takes its database's port. */
const LOWEST = 11_000;
const PER_WORKER = 1_300;

/**
 * Returns an unused port, and none twice. A service may be without its port for a while, before it starts or between two lives,
 * so each of Playwright's parallel workers chooses from its own range.
 */
export function freePort(): Promise<number> {
  const lowest = LOWEST + Number(process.env.TEST_PARALLEL_INDEX ?? 0) * PER_WORKER;
  return freePortIn('127.0.0.1', { lowest, highest: lowest + PER_WORKER });
}
