import { useQuery } from '@tanstack/react-query';
import { NotePanel, RecordNote } from '../../notes/record-note';
import { jobQuery } from './jobs.api';

/** The job as a note's subject; the drawer or page has just read it. */
function useSubject(id: number) {
  const { data: job } = useQuery({ ...jobQuery(id), refetchOnMount: false });
  return job && { of: 'job' as const, id, realmId: job.realm_id };
}

/** The tab of a job's drawer with the note on it. */
export function JobNoteTab({ id }: { id: number }) {
  const subject = useSubject(id);
  return subject ? <RecordNote subject={subject} /> : null;
}

/** The same as a card of the job's page. */
export function JobNoteCard({ id }: { id: number }) {
  const subject = useSubject(id);
  return subject ? <NotePanel subject={subject} /> : null;
}
