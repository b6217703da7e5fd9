import { expect, type Page } from '@playwright/test';
import { ApiClient } from '../harness/api-client.ts';
import type { Product } from '../harness/product.ts';

/** What the test reads of `GET /on-sale/{eventId}`. */
interface Room {
  at: string;
  counts: Record<string, number>;
  paused: number;
  seats: { won: number; held: number };
  baskets: { next: { expires_at: string }[] };
}

/** A rehearsed on-sale, as its owner sees it from within. */
export interface Sale {
  rehearsalId: number;
  eventId: number;
  jobId: number;
  user: ApiClient;
}

/** Starts a rehearsal, which the realm's limit of tasks is raised for, and enters it. */
export async function startSale(
  product: Product,
  rehearsal: { worker_count: number } & Record<string, unknown>,
): Promise<Sale> {
  const owner = await ApiClient.as(product, product.owner);
  const admin = await ApiClient.as(product, product.admin);
  const { realm_id } = await owner.get<{ realm_id: number }>('/api/me');
  const { max_tasks } = await admin.get<{ max_tasks: number }>(`/api/realms/${realm_id}`);
  await admin.put(`/api/realms/${realm_id}`, { max_tasks: Math.max(max_tasks, rehearsal.worker_count) });
  const started = await owner.post<{ id: number; rehearsal_event_id: number; rehearsal_job_id: number }>(
    '/api/rehearsals',
    rehearsal,
  );
  return {
    rehearsalId: started.id,
    eventId: started.rehearsal_event_id,
    jobId: started.rehearsal_job_id,
    user: await ApiClient.as(product, product.owner, { 'X-Rehearsal': String(started.id) }),
  };
}

export const readRoom = ({ user, eventId }: Sale): Promise<Room> => user.get<Room>(`/api/on-sale/${eventId}`);

/** The figures that a room shows in its first row. */
export class RoomFigures {
  readonly #page: Page;
  readonly #timeout: number;

  constructor(page: Page, timeout: number) {
    this.#page = page;
    this.#timeout = timeout;
  }

  async read(name: string): Promise<number> {
    const text = await this.#page.getByRole('group', { name, exact: true }).innerText();
    return Number(/^[\d,]+$/m.exec(text)?.[0].replaceAll(',', ''));
  }

  /** Waits until a figure has a value. */
  async reach(name: string, value: number): Promise<void> {
    await expect
      .poll(() => this.read(name), { message: `${name} is ${value}`, timeout: this.#timeout })
      .toBe(value);
  }

  /** Waits until a figure has at least a value. */
  async exceed(name: string, value: number): Promise<void> {
    await expect
      .poll(() => this.read(name), { message: `${name} is at least ${value}`, timeout: this.#timeout })
      .toBeGreaterThanOrEqual(value);
  }
}

/** A change of a task's status, epoch milliseconds. */
interface StatusChange {
  at: number;
  to: string;
}

const PAGE_SIZE = 200;

async function listTasks({ user, jobId }: Sale): Promise<{ id: number }[]> {
  const tasks: { id: number }[] = [];
  for (let page = 1; ; page += 1) {
    const rows = await user.get<{ id: number }[]>(
      `/api/tasks/job/${jobId}?page=${page}&page_size=${PAGE_SIZE}`,
    );
    tasks.push(...rows);
    if (rows.length < PAGE_SIZE) return tasks;
  }
}

/** The changes of status of each task, the oldest first, read from the tasks' own timelines. */
export async function readTimelines(sale: Sale): Promise<StatusChange[][]> {
  const { user } = sale;
  const tasks = await listTasks(sale);
  const timelines: StatusChange[][] = [];
  const readNext = async () => {
    for (let task = tasks.pop(); task; task = tasks.pop()) {
      const events = await user.get<{ id: number; to: string | null; at: string }[]>(
        `/api/tasks/${task.id}/events?page_size=${PAGE_SIZE}`,
      );
      timelines.push(
        events
          .toSorted((a, b) => a.id - b.id)
          .flatMap(({ to, at }) => (to === null ? [] : [{ at: Date.parse(at), to }])),
      );
    }
  };
  await Promise.all(Array.from({ length: 8 }, readNext));
  return timelines;
}

/** How many tasks had each status just before an instant, by their timelines. */
export function countStatuses(timelines: readonly StatusChange[][], instant: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const changes of timelines) {
    const status = changes.findLast(({ at }) => at < instant)?.to;
    if (status !== undefined) counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return counts;
}
