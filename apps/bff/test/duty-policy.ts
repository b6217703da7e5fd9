import type { Duty } from '@tessera/domain';

/** What each duty opens beside `read:own`, operations of `write:own` all, but those of `approve`, which is a duty of owners and not of their role. Written by hand, like `policy` in access-policy.ts. */
export const dutyPolicy: Record<Duty, readonly string[]> = {
  launch: [
    'POST /approvals',
    'POST /approvals/{id}/withdraw',
    'POST /events/{id}/login-check',
    'POST /events/{id}/login-check/withdraw',
    'POST /jobs',
    'POST /jobs/preview',
    'PATCH /jobs/{id}',
    'DELETE /jobs/{id}',
    'GET /jobs/{id}/template-difference',
    'POST /jobs/{id}/control',
    'POST /jobs/{id}/restore',
    'POST /rehearsals',
    'POST /rehearsals/{id}/stop',
    'DELETE /rehearsals/{id}',
    'POST /tasks',
    'POST /tasks/bulk',
    'POST /tasks/bulk/{id}/abort',
    'PATCH /tasks/{id}',
    'DELETE /tasks/{id}',
    'POST /tasks/{id}/start',
    'POST /tasks/{id}/stop',
    'POST /tasks/{id}/pause',
    'POST /tasks/{id}/resume',
    'POST /tasks/{id}/restore',
    'GET /templates',
    'GET /templates/{id}',
  ],
  pay: [
    'POST /carted-tickets/confirm',
    'POST /pay-queue/next',
    'POST /pay-queue/{id}/claim',
    'POST /pay-queue/{id}/release',
    'POST /pay-queue/{id}/secret',
    'POST /pay-queue/{id}/confirm',
    'POST /purchases',
    'POST /purchases/reverse',
    'POST /tasks/bought',
    'POST /tasks/{id}/payment-checked',
  ],
  approve: ['POST /approvals/{id}/approve', 'POST /approvals/{id}/decline'],
  finance: ['GET /ledger', 'GET /ledger/sums', 'GET /ledger/{id}'],
  audit: ['GET /audit', 'GET /audit/{id}'],
};

/** What service tokens may call beside what a person of their realm with their duties may, and what they may not. Written by hand, like `policy`. */
export const serviceTokenPolicy = {
  opened: ['GET /stream'],
  closed: [
    'POST /approvals',
    'POST /approvals/{id}/approve',
    'POST /approvals/{id}/decline',
    'POST /approvals/{id}/withdraw',
    'POST /pay-queue/{id}/secret',
  ],
} as const satisfies Record<string, readonly string[]>;
