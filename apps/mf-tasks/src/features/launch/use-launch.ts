import { useQuery } from '@tanstack/react-query';
import { ApiError, type JobInputDto, type JobPlanDto } from '@tessera/api';
import { describeError, useSnackbar, type ErrorInfo } from '@tessera/ui';
import { useEffect, useRef, useState } from 'react';
import { planQuery, previewDraft, useLaunchJob } from './launch.api';
import { useTexts, type TasksTexts } from '../../texts';
import { isPlanChanged, planChanges } from './plan-changes';

/** The draft's plan when it is the one that was looked at; throws PLAN_CHANGED as a launch would. */
function samePlan(t: TasksTexts, seen: JobPlanDto, now: JobPlanDto): JobPlanDto {
  if (planChanges(t, seen, now).length === 0) return now;
  throw new ApiError('The plan is no longer the one that was shown', 'PLAN_CHANGED', 409);
}

/** The plan of an input while it is looked at, and its launch; `input` null: not there yet. `onLaunched` gets the address of what was made. */
export function useLaunch(input: JobInputDto | null, onLaunched: (to: string) => void) {
  const t = useTexts();
  const preview = useQuery(planQuery(input));
  const { mutateAsync: send, isPending } = useLaunchJob();
  const [refused, setRefused] = useState<ErrorInfo | null>(null);
  const [changed, setChanged] = useState<readonly string[]>([]);
  const snackbar = useSnackbar();
  // One key per plan: a launch whose answer was lost is repeated, not doubled.
  const key = useRef({ plan: '', key: '' });
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const forget = () => {
    setRefused(null);
    setChanged([]);
  };
  const launch = async (plan: JobPlanDto, draft: boolean) => {
    if (input === null) return;
    forget();
    const name = `${plan.plan_hash} ${draft}`;
    if (key.current.plan !== name) key.current = { plan: name, key: crypto.randomUUID() };
    try {
      const { plan_hash } = draft ? samePlan(t, plan, await previewDraft(input)) : plan;
      const job = await send({
        input: { ...input, plan_hash, ...(draft ? { draft } : {}) },
        key: key.current.key,
      });
      snackbar.show(t(draft ? 'launch.drafted' : 'launch.launched', { name: job.name }));
      // Who has left the wizard meanwhile is told, and stays where they are.
      if (here.current) onLaunched(draft ? `/jobs?open=${job.id}` : `/tasks?job_id=${job.id}`);
    } catch (error) {
      if (!isPlanChanged(error)) {
        setRefused(describeError(error));
        return;
      }
      const now = await preview.refetch();
      const moved = now.data ? planChanges(t, plan, now.data) : [];
      setChanged(moved.length > 0 ? moved : [t('launch.changedElsewhere')]);
    }
  };
  const refresh = () => {
    forget();
    void preview.refetch();
  };
  return {
    plan: preview.data,
    checkedAt: preview.dataUpdatedAt,
    fetching: preview.isFetching,
    problem: refused ?? (preview.error ? describeError(preview.error) : null),
    changed,
    launching: isPending,
    launch,
    refresh,
    forget,
  };
}
