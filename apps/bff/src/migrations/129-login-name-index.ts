import { ConcurrentIndexes } from './concurrent-indexes';

/** The logins of all realms in the order of their names, the default of their list. */
export class LoginNameIndex extends ConcurrentIndexes {
  readonly name = 'LoginNameIndex1763600000129';
  protected readonly indexes = {
    logins_name_of_all: "logins (lower(coalesce(nullif(name, ''), email)), id) WHERE deleted_at IS NULL",
  };
}
