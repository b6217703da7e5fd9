import { useQuery } from '@tanstack/react-query';
import { keysOf, tasksGet } from '@tessera/api';
import { Instant, QueryContent } from '@tessera/ui';
import { DescriptionList } from '@tessera/ui/panels';
import { useTexts } from '../texts';

/** This module's tab in the drawer of a task. */
export function TaskTab({ id }: { id: number }) {
  const t = useTexts();
  const task = useQuery({
    queryKey: keysOf('tasks').one(id),
    queryFn: async ({ signal }) => (await tasksGet({ path: { id }, signal })).data,
  });
  return (
    <QueryContent query={task} inset="none" skeletons={[80]}>
      {({ event_name, updated_at }) => (
        <DescriptionList
          items={[
            { term: t('task.event'), value: event_name },
            { term: t('task.changed'), value: <Instant value={updated_at} /> },
          ]}
        />
      )}
    </QueryContent>
  );
}
