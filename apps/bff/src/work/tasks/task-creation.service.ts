import { Injectable } from '@nestjs/common';
import { cutText } from '@tessera/domain';
import type { JsonRows } from '../../platform/database/json-rows';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { differentRealms, invalid } from '../../platform/errors/api-error';
import type { FieldError, FieldErrorCode } from '../../platform/errors/field-error-codes';
import { checkBodies, checkBody } from '../../platform/http/validation.pipe';
import { rejectSuspended } from '../../platform/realm-scope/realm-status.repository';
import { ownRealm, type Scope } from '../../platform/realm-scope/scope';
import { Commitments } from '../approvals/commitments';
import { checkBudgets } from '../budget-fields';
import { TaskLifecycleRepository } from './lifecycle/task-lifecycle.repository';
import { type TaskMessage, taskReason } from './lifecycle/task-reasons';
import { Transitions } from './lifecycle/transitions';
import { type NewTask, TaskCreationRepository } from './task-creation.repository';
import { type TaskDto, TaskInputDto } from './tasks.dto';
import { TasksRepository } from './tasks.repository';

/** Reads the body of `POST /tasks`: one task or an array of them. */
export function parseTaskInputs(body: unknown): TaskInputDto | TaskInputDto[] {
  if (!Array.isArray(body)) return checkBody(TaskInputDto, body);
  const inputs = checkBodies(TaskInputDto, body);
  if (inputs.length === 0)
    throw invalid([{ field: 'body', message: 'At least one task is needed', code: 'REQUIRED' }]);
  return inputs;
}

/** Creates tasks without a template; their mode is `hold`. All or none, exactly up to the realm's limit. */
@Injectable()
export class TaskCreation {
  constructor(
    private readonly transactions: Transactions,
    private readonly transitions: Transitions,
    private readonly tasks: TasksRepository,
    private readonly lifecycle: TaskLifecycleRepository,
    private readonly creation: TaskCreationRepository,
    private readonly commitments: Commitments,
  ) {}

  create(scope: Scope, input: TaskInputDto): Promise<Found<TaskDto>> {
    return this.transactions.run(scope, async (tx) => {
      const [id = 0] = await this.createAll(tx, scope, [input]);
      return this.tasks.get(tx, id);
    });
  }

  /** Creates several tasks; the response is JSON already. */
  createMany(scope: Scope, inputs: readonly TaskInputDto[]): Promise<JsonRows> {
    return this.transactions.run(scope, async (tx) =>
      this.tasks.findByIdsAsJson(tx, await this.createAll(tx, scope, inputs)),
    );
  }

  /**
   * Creates a copy of each task, idle or started; returns the copies' ids by the original's id. All or none. Their site,
   * event and login must exist.
   */
  async duplicate(
    tx: Tx,
    taskIds: readonly number[],
    { suffix = ' copy', start = false }: { suffix?: string; start?: boolean },
  ): Promise<Map<number, number>> {
    const originals = [...taskIds].sort((a, b) => a - b);
    const tasks = await this.creation.readDuplicates(tx, originals, suffix);
    const copies = await this.insert(tx, tasks, (index) => taskReason('COPY_OF', { task: originals[index] }));
    if (start) await this.start(tx, copies);
    return new Map(
      originals.flatMap((id, index): [number, number][] => {
        const copy = copies[index];
        return copy === undefined ? [] : [[id, copy]];
      }),
    );
  }

  /** Returns the new tasks' ids in the order of the inputs. */
  private async createAll(tx: Tx, scope: Scope, inputs: readonly TaskInputDto[]): Promise<number[]> {
    const ids = await this.insert(tx, await this.resolve(tx, scope, inputs), () => null);
    await this.start(
      tx,
      ids.filter((_, index) => inputs[index]?.start),
    );
    return ids;
  }

  private async insert(
    tx: Tx,
    tasks: readonly NewTask[],
    messageOf: (index: number) => TaskMessage | null,
  ): Promise<number[]> {
    const realmIds = tasks.map(({ realm_id }) => realm_id);
    await rejectSuspended(tx, realmIds);
    const ids = await this.commitments.within(tx, realmIds, () => this.creation.insertTasks(tx, tasks));
    await this.lifecycle.recordEvents(
      tx,
      tasks.map(({ realm_id }, index) => ({
        task_id: ids[index] ?? 0,
        realm_id,
        what: 'create',
        from: null,
        to: 'idle',
        message: messageOf(index),
      })),
    );
    return ids;
  }

  private async start(tx: Tx, ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const rows = await this.lifecycle.lockByIds(tx, ids);
    await this.transitions.apply(
      tx,
      rows.map((row) => ({ row, input: { type: 'start', ahead: row.ahead }, command: 'start' })),
    );
  }

  /** Turns inputs into rows. Realm and site follow from the login, and the event must be of that site. */
  private async resolve(tx: Tx, scope: Scope, inputs: readonly TaskInputDto[]): Promise<NewTask[]> {
    for (const { realm_id } of inputs) if (scope.kind !== 'all') ownRealm(scope, realm_id);
    const logins = await this.creation.findLogins(
      tx,
      inputs.map(({ login_id }) => login_id),
    );
    const withSites = inputs.map((input) => ({
      ...input,
      site: logins.get(input.login_id)?.site_id ?? null,
    }));
    const events = await this.creation.findEvents(
      tx,
      withSites.map(({ event_id, event_guid, site }) => ({
        event_id: event_id ?? null,
        guid: event_guid ?? null,
        site_id: site,
      })),
    );
    const pools = await this.creation.findPoolRealms(
      tx,
      inputs.flatMap(({ pool_id }) => pool_id ?? []),
    );
    const errors: FieldError[] = [];
    const tasks = inputs.map((input, index) => {
      const addError = (field: string, code: FieldErrorCode, message: string) =>
        errors.push({ field: inputs.length > 1 ? `${index}.${field}` : field, message, code });
      const login = logins.get(input.login_id);
      const event = events[index];
      if (!login) addError('login_id', 'NOT_FOUND', 'There is no such login');
      else if (!event)
        addError(
          input.event_id ? 'event_id' : 'event_guid',
          'NOT_FOUND',
          'There is no such event at the login’s site',
        );
      if (login && input.site_id && input.site_id !== login.site_id)
        addError('site_id', 'OTHER_SITE', 'The login belongs to another site');
      if (input.pool_id && !pools.has(input.pool_id))
        addError('pool_id', 'NOT_FOUND', 'There is no such pool');
      return { login, event, input };
    });
    if (errors.length > 0) throw invalid(errors);
    const rows = tasks.flatMap(({ login, event, input }) =>
      login && event ? [newTask(input, login, event)] : [],
    );
    const realms = new Set([...rows.map(({ realm_id }) => realm_id), ...pools.values()]);
    if (realms.size > 1 || inputs.some(({ realm_id }) => realm_id && !realms.has(realm_id))) {
      throw differentRealms();
    }
    return rows;
  }
}

function newTask(
  input: TaskInputDto,
  login: { id: number; realm_id: number; site_id: number; label: string },
  event: { id: number; name: string },
): NewTask {
  checkBudgets(input);
  return {
    realm_id: login.realm_id,
    login_id: login.id,
    site_id: login.site_id,
    event_id: event.id,
    name: input.name || cutText(`${event.name} · ${login.label}`, 200),
    seats_to_set: input.seats_to_set ?? 1,
    budget_per_task: input.budget_per_task ?? null,
    budget_per_seat: input.budget_per_seat ?? null,
    budget_currency: input.budget_currency ?? null,
    event_price_type: input.event_price_type ?? null,
    event_price_levels: input.event_price_levels ?? null,
    event_areas: input.event_areas ?? null,
    sleep_time_ms: input.sleep_time_ms ?? null,
    scheduled_at: input.scheduled_at ?? null,
    proxy: input.proxy ?? null,
    proxy_template: input.proxy_template ?? null,
    pool_id: input.pool_id ?? null,
  };
}
