import type { BulkAnswer, BulkOperationDto } from '@tessera/api';
import { bulkAnswer } from './records';
import { server } from './tasks-list';

export const isPreview = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'preview' in body;
/** A server that previews a bulk command and then runs it. */
export const bulkServer = (preview: Partial<BulkAnswer>, done: { status?: number; body: BulkAnswer }) =>
  server().on('POST /tasks/bulk', ({ body }) => (isPreview(body) ? { body: bulkAnswer(preview) } : done));
export const fitting = (...ids: number[]) =>
  ids.map((task_id) => ({ task_id, result: 'done', copy_id: null }));
export const operation = (fields: Partial<BulkOperationDto>): BulkOperationDto => ({
  id: 4,
  realm_id: 1,
  user_id: 1,
  who: 'owner@quayside.example',
  command: 'delete',
  state: 'queued',
  total: 2,
  done: 0,
  passed_over: 0,
  reasons: [],
  created_at: '2026-11-20T14:05:12Z',
  updated_at: '2026-11-20T14:05:12Z',
  finished_at: null,
  ...fields,
});
export const accepted = (begun: BulkOperationDto, over: Partial<BulkAnswer> = {}) => ({
  status: 202,
  body: bulkAnswer({ eligible: begun.total, operation: begun, ...over }),
});
