import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type Control, useController, useWatch } from 'react-hook-form';
import { ChoiceList } from '../../price-fields/choice-list';
import { useTexts } from '../../texts';
import type { LinkFormValues } from './link-form-values';
import { assignableTasksQuery } from './links.api';

/** Selects the tasks of a link, among those of its login for its event. */
export function AssignedTasksField({ control }: { control: Control<LinkFormValues> }) {
  const t = useTexts();
  const id = useId();
  const [loginId, eventId] = useWatch({ control, name: ['login_id', 'event_id'] });
  const { data: tasks } = useQuery(assignableTasksQuery(loginId, eventId));
  const {
    field: { value: assigned, onChange: assign },
    fieldState,
  } = useController({ control, name: 'assigned_to_task_ids' });
  return (
    <ChoiceList
      id={id}
      label={t('links.assigned')}
      wide
      help={t('links.assignedHelp')}
      error={fieldState.error?.message}
      choices={(tasks ?? []).map((task) => [String(task.id), `#${task.id} ${task.name}`] as const)}
      chosen={assigned.map(String)}
      onToggle={(key) =>
        assign(
          assigned.includes(Number(key))
            ? assigned.filter((one) => one !== Number(key))
            : [...assigned, Number(key)],
        )
      }
      emptyText={loginId === null || eventId === null ? t('links.loginAndEventFirst') : t('links.noTasks')}
    />
  );
}
