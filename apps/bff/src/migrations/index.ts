import { Roles } from './01-roles';
import { Functions } from './02-functions';
import { People } from './03-people';
import { Catalogue } from './04-catalogue';
import { Logins } from './05-logins';
import { Workers } from './06-workers';
import { Tasks } from './07-tasks';
import { Seats } from './08-seats';
import { Records } from './09-records';
import { Limits } from './10-limits';
import { AcrossRealms } from './11-across-realms';
import { Security } from './12-security';
import { Live } from './13-live';
import { Messages } from './14-messages';
import { SharedViews } from './15-shared-views';
import { ListVersions } from './17-list-versions';
import { DeletedParents } from './18-deleted-parents';
import { SecondFactor } from './19-second-factor';
import { QuietHours } from './20-quiet-hours';
import { BulkOperations } from './22-bulk-operations';
import { Ledger } from './23-ledger';
import { WorkerWishes } from './24-worker-wishes';
import { QueuePlaces } from './25-queue-places';
import { EventsByTime } from './26-events-by-time';
import { JobCounts } from './27-job-counts';
import { OnSale } from './28-on-sale';
import { BulkPurchases } from './29-bulk-purchases';
import { StartedAgain } from './30-started-again';
import { CustomerLocks } from './31-customer-locks';
import { BulkEdits } from './32-bulk-edits';
import { TemplatePools } from './33-template-pools';
import { WithdrawnInvitations } from './40-withdrawn-invitations';
import { RecentSignIns } from './41-recent-sign-ins';
import { SeatsTaken } from './41-seats-taken';
import { GuessBudgets } from './42-guess-budgets';
import { PaymentChecks } from './42-payment-checks';
import { FirstStarts } from './43-first-starts';
import { SaltedRecoveryCodes } from './43-salted-recovery-codes';
import { PasswordResets } from './44-password-resets';
import { BulkRestores } from './60-bulk-restores';
import { HoldWorkers } from './61-hold-workers';
import { TicketUndo } from './61-ticket-undo';
import { HashGrants } from './62-hash-grants';
import { GroupedNotifications } from './70-grouped-notifications';
import { RealmTimeZones } from './71-realm-time-zones';
import { BulkMarks } from './72-bulk-marks';
import { TaskReasons } from './73-task-reasons';
import { OneUserAction } from './74-one-user-action';
import { NotificationParams } from './75-notification-params';
import { DeliveryReasons } from './76-delivery-reasons';
import { ColumnComments } from './80-column-comments';
import { ModulePublishing } from './90-module-publishing';
import { ModuleRegistryTables } from './91-module-registry';
import { ModuleSigningKey } from './92-module-signing-key';
import { CspReports } from './93-csp-reports';
import { PublisherActors } from './94-publisher-actors';
import { ModuleOrphanedFiles } from './95-module-orphaned-files';
import { HoldRetention } from './105-hold-retention';
import { Partitions } from './106-partitions';
import { PartitionedDeliveries } from './107-partitioned-deliveries';
import { PartitionedAudit } from './108-partitioned-audit';
import { PartitionedTaskEvents } from './109-partitioned-task-events';
import { Search } from './110-search';
import { SearchIndexes } from './111-search-indexes';
import { ListIndexes } from './112-list-indexes';
import { StatusChangeCounts } from './113-status-change-counts';
import { SortIndexes } from './114-sort-indexes';
import { Backups } from './120-backups';
import { ArchivedPartitions } from './125-archived-partitions';
import { RetentionIndexes } from './126-retention-indexes';
import { OrderIndexes } from './127-order-indexes';
import { JoinedOrderIndexes } from './128-joined-order-indexes';
import { LoginNameIndex } from './129-login-name-index';
import { AuditActorIndex } from './130-audit-actor-index';
import { PartitionEstimates } from './131-partition-estimates';
import { ReadyTasks } from './132-ready-tasks';
import { ReadyTaskIndexes } from './133-ready-task-indexes';
import { TypedTriggers } from './134-typed-triggers';
import { Rehearsals } from './140-rehearsals';
import { RehearsalWorkers } from './141-rehearsal-workers';
import { EventSearch } from './142-event-search';
import { EventBudgets } from './145-event-budgets';
import { HoldEventIndex } from './146-hold-event-index';
import { RehearsalOfAllAtOnce } from './147-rehearsal-of-all-at-once';
import { PayClaims } from './150-pay-claims';
import { TaskPositions } from './155-task-positions';
import { SiteMaps } from './158-site-maps';
import { CalendarIndexes } from './161-calendar-indexes';
import { CalendarFeeds } from './162-calendar-feeds';
import { JobPlanLines } from './165-job-plan-lines';
import { NotificationLines } from './168-notification-lines';
import { NotificationGroupIndex } from './169-notification-group-index';
import { NotificationAlerts } from './170-notification-alerts';
import { Escalations } from './171-escalations';
import { RehearsalsApart } from './200-rehearsals-apart';
import { EventGuids, OldEventGuids } from './201-event-guids';
import { ModuleLoadSamples } from './210-module-load-samples';
import { ModuleDecisions } from './211-module-decisions';
import { ModuleUploadBudgets } from './212-module-upload-budgets';
import { KnownDevices } from './220-known-devices';
import { CanonicalIdentities } from './230-canonical-identities';
import { IdentityMatches } from './231-identity-matches';
import { CanonicalRows } from './232-canonical-rows';
import { ComposedTexts } from './233-composed-texts';
import { ReversedRecords } from './240-reversed-records';
import { ValidReversals } from './241-valid-reversals';
import { ReversalIndex } from './242-reversal-index';
import { SeatsOfSharedLimits } from './249-seats-of-shared-limits';
import { WorkersOfAnyRealm } from './255-workers-of-any-realm';
import { PlannedSeats } from './260-planned-seats';
import { IdentityDecisions } from './270-identity-decisions';
import { TextOrders } from './271-text-orders';
import { SearchesOfOwnEvents } from './285-searches-of-own-events';
import { WorkersOfOwnRealm } from './286-workers-of-own-realm';
import { NoIndexOfCreators, TasksOfDeletedUsers } from './287-tasks-of-deleted-users';
import { JoinsOfChangedRows } from './289-joins-of-changed-rows';

/** Every migration, in the order in which it runs. */
export const migrations = [
  Roles,
  Functions,
  People,
  Catalogue,
  Logins,
  Workers,
  Tasks,
  Seats,
  Records,
  Limits,
  AcrossRealms,
  Security,
  Live,
  Messages,
  SharedViews,
  ListVersions,
  DeletedParents,
  SecondFactor,
  QuietHours,
  BulkOperations,
  Ledger,
  WorkerWishes,
  QueuePlaces,
  EventsByTime,
  JobCounts,
  OnSale,
  BulkPurchases,
  StartedAgain,
  CustomerLocks,
  BulkEdits,
  TemplatePools,
  WithdrawnInvitations,
  RecentSignIns,
  SeatsTaken,
  GuessBudgets,
  PaymentChecks,
  FirstStarts,
  SaltedRecoveryCodes,
  PasswordResets,
  BulkRestores,
  HoldWorkers,
  TicketUndo,
  HashGrants,
  GroupedNotifications,
  RealmTimeZones,
  BulkMarks,
  TaskReasons,
  OneUserAction,
  NotificationParams,
  DeliveryReasons,
  ColumnComments,
  ModulePublishing,
  ModuleRegistryTables,
  ModuleSigningKey,
  CspReports,
  PublisherActors,
  ModuleOrphanedFiles,
  HoldRetention,
  Partitions,
  PartitionedDeliveries,
  PartitionedAudit,
  PartitionedTaskEvents,
  Search,
  SearchIndexes,
  ListIndexes,
  StatusChangeCounts,
  SortIndexes,
  Backups,
  ArchivedPartitions,
  RetentionIndexes,
  OrderIndexes,
  JoinedOrderIndexes,
  LoginNameIndex,
  AuditActorIndex,
  PartitionEstimates,
  ReadyTasks,
  ReadyTaskIndexes,
  TypedTriggers,
  Rehearsals,
  RehearsalWorkers,
  EventSearch,
  EventBudgets,
  HoldEventIndex,
  PayClaims,
  TaskPositions,
  SiteMaps,
  CalendarIndexes,
  CalendarFeeds,
  JobPlanLines,
  NotificationLines,
  NotificationGroupIndex,
  NotificationAlerts,
  RehearsalOfAllAtOnce,
  Escalations,
  RehearsalsApart,
  EventGuids,
  OldEventGuids,
  KnownDevices,
  ModuleLoadSamples,
  CanonicalIdentities,
  IdentityMatches,
  CanonicalRows,
  ComposedTexts,
  ReversedRecords,
  ValidReversals,
  ReversalIndex,
  ModuleDecisions,
  ModuleUploadBudgets,
  WorkersOfAnyRealm,
  SeatsOfSharedLimits,
  IdentityDecisions,
  TextOrders,
  PlannedSeats,
  SearchesOfOwnEvents,
  WorkersOfOwnRealm,
  TasksOfDeletedUsers,
  NoIndexOfCreators,
  JoinsOfChangedRows,
];
