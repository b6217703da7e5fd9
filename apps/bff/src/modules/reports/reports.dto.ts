import { Enum, Int, Json, Text } from '../../platform/http/fields';

const failureReasons = ['TIMEOUT', 'NETWORK', 'INTEGRITY', 'SIGNATURE', 'CRASHED', 'INCOMPATIBLE'] as const;
type FailureReason = (typeof failureReasons)[number];

/** How one load of a module went. */
export class ModuleReport {
  @Text({ max: 50, example: 'mf-tasks' }) module: string;
  @Text({ max: 100, example: '1.4.0' }) version: string;
  @Enum(['loaded', 'failed'], { description: 'failed: it did not load, or crashed later' })
  outcome: 'loaded' | 'failed';
  @Enum(failureReasons, { optional: true, nullable: true, description: 'Why it failed' })
  reason?: FailureReason | null;
  @Text({
    max: 1000,
    raw: true,
    isOpaque: true,
    optional: true,
    nullable: true,
    description: 'What its error said; e-mail addresses and long numbers are left out of what is kept',
    example: "Cannot read properties of undefined (reading 'seat')",
  })
  message?: string | null;
  @Int({ description: 'From the visit of its page until the page shows, or until the failure', example: 420 })
  ms: number;
}

/** Body of `POST /modules/reports`. */
export class ModuleReports {
  @Json({ items: ModuleReport, max: 50 }) reports: ModuleReport[];
}
