const ANOTHER = 'passes on what the library gives it';
const REGISTERED = 'the areas register their tables when the server starts';
const FOUND = 'goes through tables that it finds in the database';

/** Calls whose SQL can't be evaluated, each with the reason. The list may only shrink. */
export const exceptions: Readonly<Record<string, string>> = {
  'cli/backup/backup.ts findMissingKeys': FOUND,
  'cli/backup/tables.ts listSequences': FOUND,
  'cli/doctor/examination.ts readAsAll': REGISTERED,
  'cli/roles.ts correctDatabase': 'its statements are an argument with functions of the name of the database',
  'platform/database/list-versions.ts read':
    'the areas register the clocks of lists that change without a write',
  'platform/queue/job-queue.ts transactionDb': ANOTHER,
  'platform/retention/housekeeping.ts removeRows': REGISTERED,
  'platform/sealing/sealed-values.repository.ts countOtherKeys': REGISTERED,
  'platform/sealing/sealed-values.repository.ts read': REGISTERED,
  'platform/sealing/sealed-values.repository.ts updateSealed': REGISTERED,
  'work/tasks/lifecycle/task-lifecycle.repository.ts updateSettings':
    'the request names the columns that it sets',
  'workers/lease-reports.service.ts flushBatch': 'passes on what the repository gives it',
};
