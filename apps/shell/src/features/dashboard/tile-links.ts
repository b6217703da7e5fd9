import type { DashboardDto } from '@tessera/api';
import { failedStatuses, unfinishedStatuses } from '@tessera/domain';

/** A filtered list page. */
export interface ListLink {
  path: string;
  search: string;
}

const listOf = (path: string, query: Readonly<Record<string, string>>): ListLink => ({
  path,
  search: `?${new URLSearchParams(query).toString()}`,
});

/** The list behind each figure, filtered to the same rows (tested by the server's figures.spec.ts). */
export const tileLinks = {
  unfinished: () => listOf('/tasks', { status: unfinishedStatuses.join(',') }),
  waiting: () => listOf('/tasks', { status: 'waiting_room' }),
  held: () => listOf('/tickets', { tab: 'cart' }),
  bought: ({ today_from }: DashboardDto) => listOf('/tickets', { created_from: today_from }),
  failed: ({ failed_since }: DashboardDto) =>
    listOf('/tasks', { status: failedStatuses.join(','), finished_from: failed_since }),
} as const;
