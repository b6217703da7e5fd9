import type { CheckPlan } from '@tessera/federation/slots';
import { answerLate, sayMuch, throwIfFaulty } from '../fault';

/** The check of a launch. */
export const checkSpaces: CheckPlan = async ({ tasks }) => {
  throwIfFaulty();
  await answerLate();
  return { verdict: 'ok', reason: sayMuch(`${tasks.length} spaces are free`) };
};
