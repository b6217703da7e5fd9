import { BatchedUpdates } from './batched-updates';

/**
 * Stored e-mails and customers in their canonical form. An account whose e-mail would meet another one's keeps its spelling
 * until an administrator decides (identity_matches).
 */
export class CanonicalRows extends BatchedUpdates {
  readonly name = 'CanonicalRows1763600000232';
  protected readonly updates = [
    {
      table: 'logins',
      set: 'email = canonical_email(email), supporter_id = supporter_id',
      where: 'email <> canonical_email(email) OR customer_identity <> customer_identity(supporter_id, email)',
    },
    ...['holds', 'tickets'].map((table) => ({
      table,
      set: 'customer_identity = canonical_email(customer_identity)',
      where:
        "customer_identity <> canonical_email(customer_identity) AND canonical_email(customer_identity) <> ''",
    })),
    {
      table: 'invitations',
      set: 'email = canonical_email(email)',
      where: "email <> canonical_email(email) AND canonical_email(email) <> ''",
    },
    {
      table: 'users',
      set: 'email = canonical_email(email)',
      where: `email <> canonical_email(email) AND NOT EXISTS (
        SELECT FROM users o WHERE o.id <> users.id AND canonical_email(o.email) = canonical_email(users.email))`,
    },
  ];
}
