import { ConcurrentIndexes, SqlMigration } from './sql-migration';

/**
 * Budgets that bind: per seat and task (on templates, jobs and tasks), per job, per event and per month of a realm. What is
 * spent and reserved isn't stored: it is the sum of the tickets and of the live holds, read under `lock_budgets`.
 */
export class Budgets extends SqlMigration {
  readonly name = 'Budgets1796083200020';
  override readonly allowedLocks = {
    type: 'A number without a precision is stored alike: PostgreSQL rewrites neither rows nor indexes',
  };
  protected readonly sql = `
ALTER TABLE event_budgets ALTER amount TYPE numeric;
COMMENT ON TABLE event_budgets IS 'The most that a realm may spend on an event';

ALTER TABLE templates
  ADD budget numeric, ADD budget_per_task numeric, ADD budget_per_seat numeric, ADD budget_currency text;
ALTER TABLE jobs
  ADD budget numeric, ADD budget_per_task numeric, ADD budget_per_seat numeric, ADD budget_currency text;
ALTER TABLE tasks ADD budget_per_task numeric, ADD budget_per_seat numeric, ADD budget_currency text;
ALTER TABLE templates ADD CONSTRAINT templates_budget_currency_check
  CHECK (budget_currency IS NOT NULL OR num_nonnulls(budget, budget_per_task, budget_per_seat) = 0) NOT VALID;
ALTER TABLE jobs ADD CONSTRAINT jobs_budget_currency_check
  CHECK (budget_currency IS NOT NULL OR num_nonnulls(budget, budget_per_task, budget_per_seat) = 0) NOT VALID;
COMMENT ON COLUMN templates.budget_per_task IS 'The most that one task may spend; null: no budget';
COMMENT ON COLUMN templates.budget_per_seat IS 'The most that one seat may cost; null: no budget';
COMMENT ON COLUMN jobs.budget_per_task IS 'The most that one task may spend; null: no budget';
COMMENT ON COLUMN jobs.budget_per_seat IS 'The most that one seat may cost; null: no budget';
COMMENT ON COLUMN tasks.budget_per_task IS 'The most that one task may spend; null: no budget';
COMMENT ON COLUMN tasks.budget_per_seat IS 'The most that one seat may cost; null: no budget';
COMMENT ON COLUMN templates.budget IS 'The most that a job launched from it may spend; null: no budget';
COMMENT ON COLUMN jobs.budget IS 'The most that its tasks may spend; null: no budget';
COMMENT ON COLUMN tasks.budget_currency IS 'Null: the budgets of its job';

CREATE TABLE month_budgets (
  realm_id int NOT NULL REFERENCES realms,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  from_month date NOT NULL CHECK (extract(day FROM from_month) = 1),
  amount numeric CHECK (amount >= 0),
  PRIMARY KEY (realm_id, currency, from_month)
);
COMMENT ON TABLE month_budgets IS 'The most that a realm may spend in each month from one on, until the next row';
COMMENT ON COLUMN month_budgets.amount IS 'Null: no budget from this month on';
CALL secure_realm_table('month_budgets');
GRANT SELECT, INSERT, UPDATE, DELETE ON month_budgets TO tessera_realm, tessera_all;

ALTER TABLE tickets ADD over_budget boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN tickets.over_budget IS 'When it was recorded, more was spent and reserved than a budget allowed';

-- Serialises what is reserved and spent of budgets until the transaction ends, in one order so that none deadlock.
CREATE FUNCTION lock_budgets(p_budgets text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  place bigint;
BEGIN
  FOR place IN SELECT DISTINCT hashtextextended('budget:' || budget, 0) FROM unnest(p_budgets) AS budget ORDER BY 1
  LOOP PERFORM pg_advisory_xact_lock(place); END LOOP;
END $$;
-- Setting a budget of a realm waits for those who reserve and spend by the present ones, who don't wait for each other.
CREATE FUNCTION share_budgets(p_realm int) RETURNS void
LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock_shared(hashtextextended('budgets of ' || p_realm, 0))
$$;
CREATE FUNCTION set_budgets(p_realm int) RETURNS void
LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('budgets of ' || p_realm, 0))
$$;
-- The first instant of the month that it is now in a realm.
CREATE FUNCTION month_of_realm(p_realm int) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  SELECT date_trunc('month', now(), coalesce(r.time_zone, 'UTC')) FROM realms r WHERE r.id = p_realm
$$;
`;
}

/** Reads the tables while the servers go on: the columns are null in all rows. */
export class ValidBudgets extends SqlMigration {
  readonly name = 'ValidBudgets1796083200022';
  protected readonly sql = `
ALTER TABLE templates VALIDATE CONSTRAINT templates_budget_currency_check;
ALTER TABLE jobs VALIDATE CONSTRAINT jobs_budget_currency_check;
`;
}

/** What the sums of budgets read, without the rest. */
export class BudgetIndexes extends ConcurrentIndexes {
  readonly name = 'BudgetIndexes1796083200021';
  protected readonly indexes = {
    holds_reserved: `holds (realm_id, event_id) INCLUDE (job_id, currency, price, expires_at) WHERE status = 'held'`,
    tickets_spent: 'tickets (realm_id, event_id, currency) INCLUDE (price) WHERE reversed_at IS NULL',
  };
}
