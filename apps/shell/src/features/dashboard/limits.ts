import type { DashboardDto, LimitUse } from '@tessera/api';

/** Whether at least 90 % of a limit is used; a maximum of 0 never counts. */
export const isNearLimit = ({ used, max }: LimitUse): boolean => max > 0 && used >= max * 0.9;

/** The limits that are nearly reached. */
export const nearLimits = ({
  tasks_limit,
  logins_limit,
}: DashboardDto): { name: 'tasks' | 'logins'; use: LimitUse }[] =>
  [
    { name: 'tasks' as const, use: tasks_limit },
    { name: 'logins' as const, use: logins_limit },
  ].filter(({ use }) => isNearLimit(use));

/** The limit that a realm has reason to ask more of: one that is nearly reached, or allows none. */
export const findNeeded = (data: DashboardDto): 'tasks' | 'logins' | undefined =>
  nearLimits(data)[0]?.name ?? (['tasks', 'logins'] as const).find((name) => data[`${name}_limit`].max === 0);
