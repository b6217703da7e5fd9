import { SqlMigration } from './sql-migration';

/** Plain wording for the comments of columns. The entities repeat them, and a test keeps both in step. */
export class ColumnComments extends SqlMigration {
  readonly name = 'ColumnComments1763600000080';
  protected readonly sql = `
COMMENT ON COLUMN sessions.generation IS 'Number of rotations; for 30 s the previous token still gets the same successor';
COMMENT ON COLUMN jobs.started_at IS 'Earliest start among tasks that were removed from the job; its current tasks have their own';
COMMENT ON COLUMN tasks.boss_job_id IS 'Id of the job in the queue engine; redis_task_id on the wire';
COMMENT ON COLUMN tasks.order_key IS 'Permanent key of the task at its ticketing site, which makes orders idempotent';
COMMENT ON COLUMN tasks.started_at IS 'Start of the current or the last run';
COMMENT ON COLUMN tasks.run_duration IS 'Seconds';
COMMENT ON COLUMN tasks.payment_state IS 'possible: its worker may pay; unknown: contact was lost with a worker that may have paid';
COMMENT ON COLUMN tasks.payment_check IS 'Finished, and the site must still be asked whether its order was paid';
COMMENT ON COLUMN tasks.status_reason IS 'Code and parameters of status_message; null: free text of a worker or a person';
COMMENT ON COLUMN queue_links.secrets IS 'Sealed: cookies, unique_link, pass_link, enqueue_token';
COMMENT ON COLUMN logins.secrets IS 'Sealed: password, card, proxy, address, home_phone, mobile_phone';
COMMENT ON COLUMN task_events.reason IS 'Code and parameters of message; null: free text of a worker or a person';
COMMENT ON COLUMN worker_tokens.site_ids IS 'Null: every site';
COMMENT ON COLUMN worker_tokens.realm_ids IS 'Null: every realm';
COMMENT ON COLUMN second_factors.secrets IS 'Sealed: totp, under realm 0 because it belongs to a person';
COMMENT ON COLUMN second_factors.confirmed_at IS 'Null: set up but not confirmed, so sign-in does not require it';
COMMENT ON COLUMN second_factors.last_step IS 'RFC 6238: time step of the last accepted code; only a later one is accepted';
COMMENT ON COLUMN job_counts.counted IS 'Status of tasks, or ticket';
COMMENT ON COLUMN guess_budgets.bucket IS 'Keyed hash that stands for an address or an e-mail';
COMMENT ON COLUMN realms.active_tasks IS 'Unfinished tasks; kept by the trigger tasks_limit';
COMMENT ON COLUMN realms.login_count IS 'Logins that are not deleted; kept by the trigger logins_limit';
COMMENT ON COLUMN realms.time_zone IS 'IANA name; null: each browser uses its own';
COMMENT ON COLUMN push_deliveries.reason IS 'Why the server gave up; null: message holds the words of the push service';
COMMENT ON COLUMN templates.launch_delay IS 'Seconds between the starts of two tasks';
COMMENT ON COLUMN events.ko IS 'Kick-off in epoch seconds';
COMMENT ON COLUMN events.on_sale_at IS 'Null: unknown';
COMMENT ON COLUMN workers.capacity IS 'Tasks in parallel: those it holds and those it requests';
COMMENT ON COLUMN workers.site_ids IS 'Sites it requests; null: every site of its token';
COMMENT ON COLUMN workers.draining IS 'Finishes its tasks and takes no more';
COMMENT ON COLUMN holds.customer_identity IS 'Customer identity of the login when the seat was held; never changes';
COMMENT ON COLUMN notifications.kind IS 'What happened, so that pages can word it; null: only title and body are known';
COMMENT ON COLUMN notifications.grouped IS 'key joins unread notifications of a topic into one row; title, body and path describe that row';
COMMENT ON COLUMN notifications.abouts IS 'Subjects to report only once, e.g. task:7; the latest 1,000';
COMMENT ON COLUMN notifications.params IS 'Names, numbers and reasons for the text of a kind, by name; null: only the body is known';
`;
}
