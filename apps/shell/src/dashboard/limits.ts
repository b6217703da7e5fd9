import type { DashboardDto, LimitUse } from '@tessera/api';

/** Whether so much of a limit is used that little more goes; a maximum of 0 allows none, which is no news. */
export const isNearLimit = ({ used, max }: LimitUse): boolean => max > 0 && used >= max * 0.9;

/** The limits of which little is left. */
export const nearLimits = ({
  tasks_limit,
  logins_limit,
}: DashboardDto): { name: 'tasks' | 'logins'; use: LimitUse }[] =>
  [
    { name: 'tasks' as const, use: tasks_limit },
    { name: 'logins' as const, use: logins_limit },
  ].filter(({ use }) => isNearLimit(use));
