import { ConcurrentIndexes } from './concurrent-indexes';

/** Deleting a user looks for the records that they reversed. */
export class ReversalIndex extends ConcurrentIndexes {
  readonly name = 'ReversalIndex1763600000242';
  protected readonly indexes = {
    tickets_reversed_by: 'tickets (reversed_by)',
  };
}
