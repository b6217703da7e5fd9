import { lazy } from 'react';

// Loaded when the first form opens.
export const EditTask = lazy(() => import('./task-form').then((m) => ({ default: m.EditTask })));
export const NewTask = lazy(() => import('./task-form').then((m) => ({ default: m.NewTask })));
export const BulkEditDialog = lazy(() =>
  import('./bulk-edit-dialog').then((m) => ({ default: m.BulkEditDialog })),
);
export const BulkCopyDialog = lazy(() =>
  import('./bulk-copy-dialog').then((m) => ({ default: m.BulkCopyDialog })),
);
