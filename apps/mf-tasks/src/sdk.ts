/** Interim: calls as the generated client will have them. */
import { ApiError, apiFetch } from '@tessera/api';
import type * as W from './wire';

interface Options<B = never> {
  path?: Record<string, number | string>;
  query?: object;
  body?: B;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}
type Answer<T> = Promise<{ data: T; response: Response }>;

const call =
  <T, B = never>(method: string, template: string) =>
  async ({ path = {}, query = {}, body, headers, signal }: Options<B> = {}): Answer<T> => {
    const url = new URL(`/api${template.replace(/\{(\w+)\}/g, (_, name: string) => String(path[name]))}`, location.href);
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
    const response = await apiFetch(url, {
      method,
      signal: signal ?? null,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const data: unknown = response.status === 204 ? undefined : await response.json();
    if (!response.ok) {
      const e = data as { message: string; code: string; details?: []; context?: object; request_id?: string };
      throw new ApiError(e.message, e.code, response.status, e.details ?? [], { ...e.context }, e.request_id ?? null);
    }
    return { data: data as T, response };
  };

export const listTasks = call<W.TaskSummary[]>('GET', '/tasks');
export const getTask = call<W.TaskDto>('GET', '/tasks/{id}');
export const listTasksOfJob = call<W.TaskSummary[]>('GET', '/tasks/job/{jobId}');
export const createTasks = call<W.TaskDto[], W.TaskInputDto | W.TaskInputDto[]>('POST', '/tasks');
export const updateTask = call<W.TaskDto, W.TaskChange>('PATCH', '/tasks/{id}');
export const deleteTask = call<void>('DELETE', '/tasks/{id}');
export const startTask = call<W.TaskDto, W.StartTaskDto>('POST', '/tasks/{id}/start');
export const stopTask = call<W.TaskDto>('POST', '/tasks/{id}/stop');
export const pauseTask = call<W.TaskDto>('POST', '/tasks/{id}/pause');
export const resumeTask = call<W.TaskDto>('POST', '/tasks/{id}/resume');
export const bulkTasks = call<W.BulkAnswer, W.BulkTasksDto>('POST', '/tasks/bulk');
export const listTaskEvents = call<W.TaskEventDto[]>('GET', '/tasks/{id}/events');
export const whyTask = call<W.TaskWhyDto>('GET', '/tasks/{id}/why');
export const markTasksBought = call<W.TaskDto[], W.MarkBoughtDto>('POST', '/tasks/bought');
export const recordPurchase = call<unknown, W.PurchaseInputDto>('POST', '/purchases');
export const listJobs = call<W.JobDto[]>('GET', '/jobs');
export const getJob = call<W.JobDto>('GET', '/jobs/{id}');
export const launchJob = call<W.JobDto, W.JobInputDto>('POST', '/jobs');
export const previewJob = call<W.JobPlanDto, W.JobInputDto>('POST', '/jobs/preview');
export const updateJob = call<W.JobDto, W.JobChangeDto>('PATCH', '/jobs/{id}');
export const deleteJob = call<void>('DELETE', '/jobs/{id}');
export const controlJob = call<W.JobControlAnswer, W.JobControlDto>('POST', '/jobs/{id}/control');
export const listTemplates = call<W.TemplateDto[]>('GET', '/templates');
export const getTemplate = call<W.TemplateDto>('GET', '/templates/{id}');
export const createTemplate = call<W.TemplateDto, W.TemplateInput>('POST', '/templates');
export const updateTemplate = call<W.TemplateDto, W.TemplateChange>('PUT', '/templates/{id}');
export const deleteTemplate = call<void>('DELETE', '/templates/{id}');
export const listSites = call<W.SiteDto[]>('GET', '/sites');
export const listSiteEvents = call<W.EventDto[]>('GET', '/sites/{siteId}/events');
export const listSiteLogins = call<W.LoginSummary[]>('GET', '/sites/{siteId}/logins');
export const restoreTask = call<W.TaskDto>('POST', '/tasks/{id}/restore');
export const restoreJob = call<W.JobDto>('POST', '/jobs/{id}/restore');
export const restoreTemplate = call<W.TemplateDto>('POST', '/templates/{id}/restore');
export const listPools = call<W.PoolDto[]>('GET', '/pools');
export const listRealms = call<W.RealmDto[]>('GET', '/realms');
export const listEvents = call<W.EventDto[]>('GET', '/events');
export const listLogins = call<W.LoginSummary[]>('GET', '/logins');
export const listLoginsWithoutTickets = call<W.LoginSummary[]>('GET', '/logins/without-tickets/{siteId}/{eventId}');
export const listLoginsWithoutTicketsUnconfirmed = call<W.LoginSummary[]>('GET', '/logins/without-tickets-unconfirmed/{siteId}/{eventId}');
