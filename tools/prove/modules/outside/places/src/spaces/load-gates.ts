import type { LoadCells } from '@tessera/federation/slots';
import { answerLate, sayMuch, throwIfFaulty } from '../fault';
import { readGates } from './spaces';

/** The column of a list of tasks. */
export const loadGates: LoadCells = async (ids) => {
  throwIfFaulty();
  await answerLate();
  const gates = await readGates(ids);
  return new Map(ids.map((id) => [id, { text: sayMuch(gates.get(id) ?? 'no gate') }]));
};
