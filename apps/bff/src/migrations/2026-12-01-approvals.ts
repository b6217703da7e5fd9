import { SqlMigration } from './sql-migration';

/**
 * From which sums a second person decides, and what people ask such persons for. What is committed isn't stored: it is read
 * under `lock_commitments` from budgets, tickets and holds.
 */
export class Approvals extends SqlMigration {
  readonly name = 'Approvals1796083200030';
  protected readonly sql = `
CREATE TABLE approval_rules (
  realm_id int PRIMARY KEY REFERENCES realms,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  per_launch numeric CHECK (per_launch >= 0),
  per_event numeric CHECK (per_event >= 0),
  per_month numeric CHECK (per_month >= 0),
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(per_launch, per_event, per_month) > 0)
);
COMMENT ON TABLE approval_rules IS 'The sums that a realm spends without a second person';
COMMENT ON COLUMN approval_rules.per_launch IS 'Null: no rule';
COMMENT ON COLUMN approval_rules.per_event IS 'Null: no rule';
COMMENT ON COLUMN approval_rules.per_month IS 'Null: no rule';
CREATE TRIGGER bump_version BEFORE UPDATE ON approval_rules FOR EACH ROW EXECUTE FUNCTION bump_version();
CALL secure_realm_table('approval_rules');
GRANT SELECT, INSERT, UPDATE, DELETE ON approval_rules TO tessera_realm, tessera_all;

CREATE TABLE approvals (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  realm_id int NOT NULL REFERENCES realms,
  kind text NOT NULL CHECK (kind IN ('launch', 'job_budget', 'event_budget', 'month_budget')),
  object text NOT NULL CHECK (char_length(object) <= 100),
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'declined', 'withdrawn', 'expired')),
  body jsonb NOT NULL,
  plan_hash text,
  plan jsonb,
  event_id int REFERENCES events,
  job_id int,
  name text NOT NULL CHECK (char_length(name) <= 200),
  cost_min numeric,
  cost_max numeric,
  cost_currency text CHECK (cost_currency ~ '^[A-Z]{3}$'),
  unpriced_seats int,
  asked numeric CHECK (asked >= 0),
  currency text CHECK (currency ~ '^[A-Z]{3}$'),
  reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 1000),
  asked_by int REFERENCES users ON DELETE SET NULL,
  asked_who text NOT NULL CHECK (char_length(asked_who) <= 320),
  expires_at timestamptz NOT NULL,
  decided_by int REFERENCES users ON DELETE SET NULL,
  decided_who text CHECK (char_length(decided_who) <= 320),
  decided_at timestamptz,
  answer text CHECK (char_length(answer) BETWEEN 1 AND 1000),
  granted numeric CHECK (granted >= 0),
  version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((kind = 'launch') = (plan_hash IS NOT NULL)),
  FOREIGN KEY (realm_id, job_id) REFERENCES jobs (realm_id, id) ON DELETE SET NULL (job_id)
);
COMMENT ON TABLE approvals IS 'What people ask a second person for';
COMMENT ON COLUMN approvals.object IS 'What of its kind it is about: the digest of a plan, a job, an event or a currency';
COMMENT ON COLUMN approvals.body IS 'What an approval does: the input of the launch, or the budget';
COMMENT ON COLUMN approvals.plan IS 'Totals of the plan as it was shown; null: no launch';
COMMENT ON COLUMN approvals.job_id IS 'The job whose budget it is about, or that it launched';
COMMENT ON COLUMN approvals.asked IS 'The requested budget; null: no budget, or an unknown sum';
COMMENT ON COLUMN approvals.asked_who IS 'The name that pages show, also once the account is gone';
COMMENT ON COLUMN approvals.granted IS 'The budget that was approved, which may be less than what was asked for';
CREATE TRIGGER bump_version BEFORE UPDATE ON approvals FOR EACH ROW EXECUTE FUNCTION bump_version();
CREATE UNIQUE INDEX approvals_open ON approvals (realm_id, kind, object) WHERE status = 'pending';
CREATE INDEX approvals_realm ON approvals (realm_id, created_at DESC, id DESC);
CREATE INDEX approvals_due ON approvals (expires_at) WHERE status = 'pending';
CREATE INDEX approvals_event ON approvals (event_id);
CREATE INDEX approvals_job ON approvals (realm_id, job_id);
CREATE INDEX approvals_asked_by ON approvals (asked_by);
CREATE INDEX approvals_decided_by ON approvals (decided_by);
CALL secure_realm_table('approvals');
GRANT SELECT, INSERT ON approvals TO tessera_realm;
GRANT UPDATE (status, job_id, decided_by, decided_who, decided_at, answer, granted, version, updated_at) ON approvals TO tessera_realm;
GRANT SELECT, INSERT, UPDATE, DELETE ON approvals TO tessera_all;

-- Whatever commits money of a realm under its rules waits for what others commit, so that two sums below a rule don't exceed it together.
CREATE FUNCTION lock_commitments(p_realm int) RETURNS void
LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended('commitments of ' || p_realm, 0))
$$;
`;
}
