import { ConcurrentIndexes } from './concurrent-indexes';

/** All holds of an event, ended ones too: what the history of an on-sale is computed from. */
export class HoldEventIndex extends ConcurrentIndexes {
  readonly name = 'HoldEventIndex1763600000146';
  protected readonly indexes = { holds_event: 'holds (event_id, realm_id)' };
}
