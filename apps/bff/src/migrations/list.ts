// The tables of an empty database, by subject.
export { TesseraRoles } from './01-roles';
export { SharedFunctions } from './02-functions';
export { RealmsAndPeople } from './03-people';
export { SitesAndEvents } from './04-catalogue';
export { LoginsAndWorkers } from './05-logins-and-workers';
export { Work } from './06-work';
export { QueuePlacesAndHolds } from './07-seats';
export { Purchases } from './08-purchases';
export { RehearsalRealms } from './09-rehearsals';
export { MessagesToPeople } from './10-messages';
export { ModulesAndReleases } from './11-modules';
export { Operations } from './12-operations';
export { LimitsAndParents } from './13-limits';
export { LiveListsAndCounts } from './14-live';
// What changed since, by date.
export { Duties, ValidDuties } from './2026-11-29-duties';
export { FailureMessages } from './2026-11-29-failure-messages';
export { Mails } from './2026-11-29-mails';
export { ModuleRows } from './2026-11-29-module-rows';
export { NoLowerCaseOrders } from './2026-11-29-no-lower-case-orders';
export { NoUnreadColumns } from './2026-11-29-no-unread-columns';
export { ValidChecks } from './2026-11-29-valid-checks';
export { WireNames } from './2026-11-29-wire-names';
export { PausesAndRequests } from './2026-11-30-pauses-and-requests';
export { ServiceTokenIndexes, ServiceTokens, ValidServiceTokens } from './2026-11-30-service-tokens';
export { SessionViews } from './2026-11-30-session-views';
export { SplitSessions, ValidSessionClients } from './2026-11-30-split-sessions';
export { Webhooks } from './2026-11-30-webhooks';
