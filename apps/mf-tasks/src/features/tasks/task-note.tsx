import { useQuery } from '@tanstack/react-query';
import { RecordNote } from '../../notes/record-note';
import { taskQuery } from './tasks.api';

/** The tab of a task's drawer with the note on it. */
export function TaskNoteTab({ id }: { id: number }) {
  // The drawer has just read it.
  const { data: task } = useQuery({ ...taskQuery(id), refetchOnMount: false });
  return task ? <RecordNote subject={{ of: 'task', id, realmId: task.realm_id }} /> : null;
}
