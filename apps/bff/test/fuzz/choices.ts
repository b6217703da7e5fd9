import fc from 'fast-check';
import { PASSWORD } from '../factories';
import { type Choice, Ref } from './values';
import { type Caller, REHEARSAL_STARTS_IN_S } from './world';

/** What a valid request of an operation needs beyond its schema; `params` by their names in the path. */
export type Sound = Choice & { params?: Record<string, Ref | string>; callers?: readonly Caller[] };

const one = (kind: Ref['kind']): Ref => new Ref(kind, 0);
const some = (kind: Ref['kind']) => fc.nat(11).map((pick) => new Ref(kind, pick));

const publishedModule = { name: one('moduleName') };
const publishedVersion = { version: fc.constant(one('moduleVersion')) };

/** Of the module whose token the world has; each row is of a task. */
const moduleRow = { module: one('moduleName'), entity: 'note', id: one('moduleRow') };

const publisherFields = {
  modules: fc.constant(['mf-fuzz']),
  owner_id: fc.constant(one('user')),
  developers: fc.constant([one('user')]),
};

/** Amounts that are exact in their currency, and ranges that differ. */
const priceList = {
  values: {
    currency: fc.constantFrom('GBP', 'EUR'),
    fee_per_seat: fc.constant(1.5),
    fee_per_order: fc.constant(2.25),
    ranges: fc.constantFrom([], [{ level: 'premium', area: '', min: 48, max: 62.5 }]),
  },
};

/**
 * Operations whose bodies need a field that may be left out, or whose parts must match one another or an earlier response: the
 * world has the rows for these (rows.ts, second-factors.ts).
 */
export const choices: Record<string, Sound> = {
  tasks_create: { sends: ['event_id'], omits: ['pool_id', 'event_guid'] },
  tasks_remove: { params: { id: one('endedTask') } },
  jobs_create: { sends: ['template_id', 'login_ids'], omits: ['from_job_id', 'pool_id'] },
  jobs_preview: { sends: ['template_id', 'login_ids'], omits: ['from_job_id', 'pool_id'] },
  task_bulk_run: { sends: ['ids'], omits: ['filter', 'copy'] },
  templates_create: { sends: ['event_id'], omits: ['event_guid', 'pool_id'] },
  links_create: { sends: ['event_id'], omits: ['event_guid'] },
  auth_login: {
    omits: ['code', 'passkey'],
    values: { email: fc.constant(one('account')), password: fc.constant(PASSWORD) },
  },
  me_reauthenticate: {
    callers: ['owner'],
    sends: ['password'],
    omits: ['code', 'passkey'],
    values: { password: fc.constant(PASSWORD) },
  },
  second_factor_confirm: { callers: ['waiting'], values: { code: fc.constant(one('totp')) } },
  second_factor_remove: { callers: ['user'], values: { code: some('recoveryCode') } },
  users_remove_second_factor: { params: { id: one('factored') } },
  carts_remove_group: { params: { taskId: one('heldTask'), loginId: one('holder') } },
  payments_claim: { callers: ['owner'], params: { id: one('claimedTask') } },
  payments_release: { callers: ['owner'], params: { id: one('claimedTask') } },
  payments_reveal: { callers: ['owner'], params: { id: one('claimedTask') } },
  payments_confirm: {
    callers: ['owner'],
    params: { id: one('claimedTask') },
    values: { hold_ids: fc.constant([one('claimedHold')]) },
  },
  purchases_create: {
    omits: ['basket'],
    values: { loginId: fc.constant(one('holder')), eventGuid: fc.constant(one('heldGuid')) },
  },
  purchases_reverse: { sends: ['reason'], values: { ticket_ids: fc.tuple(some('ticket')) } },
  protocol_purchase: {
    params: { leaseId: one('payingLease') },
    values: { tickets: fc.constant([{ hold_id: one('payableHold'), ticket_reference: 'R-1' }]) },
  },
  protocol_settle: { params: { leaseId: one('settlingLease') } },
  auth_invitation: { values: { invitation_token: some('invitationToken') } },
  password_reset_reset: { values: { token: some('resetToken') } },
  task_commands_pause: { params: { id: one('pausableTask') } },
  task_commands_resume: { params: { id: one('pausedTask') } },
  pools_update_member: { params: { id: one('fullPool'), loginId: one('member') } },
  pools_remove_member: { params: { id: one('fullPool'), loginId: one('member') } },
  module_publishers_create: { values: publisherFields },
  module_publishers_change: { values: publisherFields },
  module_publishers_revoke_key: { params: { id: one('publisher'), keyId: one('moduleKey') } },
  module_publishers_revoke_token: { params: { id: one('publisher'), tokenId: one('moduleToken') } },
  module_rows_token: { callers: ['owner'], params: { module: one('moduleName') } },
  module_rows_list: { callers: ['owner'], params: moduleRow },
  module_rows_get: { callers: ['owner'], params: moduleRow },
  module_rows_put: { callers: ['owner'], params: moduleRow, omits: ['job_id', 'login_id', 'ticket_id'] },
  module_rows_remove: { callers: ['owner'], params: moduleRow },
  publishing_begin: {
    sends: ['signature', 'key'],
    values: {
      manifest: fc.constant(one('manifest')),
      signature: fc.constant(one('signature')),
      key: fc.constant(one('signingKey')),
    },
  },
  publishing_receive: { params: { uploadId: one('upload'), sha256: one('file') } },
  publishing_complete: { params: { uploadId: one('upload') } },
  module_overrides_set: {
    callers: ['admin'],
    params: publishedModule,
    values: { origin: fc.constant('http://localhost:4205') },
  },
  published_modules_verify: { params: { name: one('moduleName'), version: one('moduleVersion') } },
  published_modules_promote: { params: publishedModule, values: publishedVersion },
  published_modules_set_canary: {
    params: publishedModule,
    sends: ['percent'],
    omits: ['realm_id'],
    values: publishedVersion,
  },
  published_modules_roll_back: { params: publishedModule },
  published_modules_disable: { params: publishedModule },
  published_modules_enable: { params: publishedModule },
  saved_views_create: { values: { page: fc.constantFrom('tasks', 'jobs') } },
  saved_views_get: { callers: ['owner'] },
  saved_views_update: { callers: ['owner'] },
  saved_views_remove: { callers: ['owner'] },
  notifications_subscribe: { sends: ['keys'] },
  notifications_get: { callers: ['owner'] },
  notifications_device: { callers: ['owner'] },
  notifications_unsubscribe: { callers: ['owner'] },
  calendar_get: {
    omits: ['kind'],
    values: { from: fc.constant('2026-01-01T00:00:00Z'), to: fc.constant('2026-12-31T00:00:00Z') },
  },
  calendar_feed_revoke_feed: { callers: ['owner'] },
  calendar_preview_move: { params: { id: one('waitingJob') } },
  job_review_plan: { omits: ['fields', 'sort', 'verdict'] },
  prices_replace_of_site: priceList,
  prices_replace_of_event: priceList,
  site_maps_read_svg: { omits: ['event_id'] },
  site_maps_remove: { omits: ['event_id'] },
  identities_decide: {
    sends: ['keep_id'],
    params: { id: one('match') },
    values: { keep_id: fc.constant(one('matchedEvent')) },
  },
  // Its tasks start later than the world ends it, so that they take no lease of the worker.
  rehearsals_start: {
    callers: ['owner'],
    sends: ['event_id', 'starts_in_s'],
    omits: ['template_id', 'job_id'],
    values: { starts_in_s: fc.constant(REHEARSAL_STARTS_IN_S) },
  },
  realms_remove: { params: { id: one('emptyRealm') } },
  sites_remove: { params: { id: one('emptySite') } },
};
