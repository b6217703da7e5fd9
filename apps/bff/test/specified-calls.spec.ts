import type { OpenAPIObject } from '@nestjs/swagger';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { operationsOf } from '../src/platform/http/document';
import { summaries } from '../src/summaries';

/** The calls that the console was specified with, by their feature. */
const specified = [
  'POST /auth/login', 'POST /auth/register', 'POST /auth/refresh', 'POST /auth/logout',
  'GET /tasks', 'GET /tasks/{}', 'GET /tasks/job/{}', 'POST /tasks', 'PATCH /tasks/{}', 'DELETE /tasks/{}',
  'POST /tasks/{}/start', 'POST /tasks/{}/stop', 'POST /tasks/{}/pause', 'POST /tasks/{}/resume', 'POST /tasks/bought',
  'POST /purchases',
  'GET /sites', 'POST /sites', 'PUT /sites/{}', 'DELETE /sites/{}', 'PATCH /sites/{}/config', 'GET /sites/{}/events',
  'GET /sites/{}/logins', 'POST /sites/{}/logins', 'GET /events', 'POST /events', 'PATCH /events/{}',
  'DELETE /events/{}', 'GET /logins', 'PATCH /logins/{}', 'DELETE /logins/{}', 'GET /logins/{}/client-history',
  'GET /logins/{}/client-details', 'GET /logins/without-tickets/{}/{}', 'GET /logins/without-tickets-unconfirmed/{}/{}',
  'GET /jobs', 'GET /jobs/{}', 'POST /jobs', 'PATCH /jobs/{}', 'DELETE /jobs/{}', 'POST /jobs/{}/control',
  'GET /templates', 'POST /templates', 'GET /templates/{}', 'PUT /templates/{}', 'DELETE /templates/{}',
  'GET /pools', 'POST /pools', 'GET /pools/{}', 'PUT /pools/{}', 'DELETE /pools/{}', 'POST /pools/{}/members',
  'PUT /pools/{}/members/{}', 'DELETE /pools/{}/members/{}',
  'GET /realms', 'POST /realms', 'PUT /realms/{}', 'DELETE /realms/{}',
  'GET /users', 'POST /users', 'PUT /users/{}', 'DELETE /users/{}', 'POST /users/{}/password',
  'GET /tickets', 'PUT /tickets/{}', 'DELETE /tickets/{}',
  'GET /carted-tickets', 'DELETE /carted-tickets/{}', 'DELETE /carted-tickets/group/{}/{}', 'POST /carted-tickets/confirm',
  'GET /notifications/subscriptions', 'POST /notifications/subscribe', 'POST /notifications/unsubscribe/{}',
  'POST /notifications/send', 'GET /vapid-public-key',
  'GET /queueitlinks', 'POST /logins/{}/queueitlinks', 'PUT /queueitlinks/{}', 'DELETE /queueitlinks/{}',
]; // prettier-ignore

const file = path.resolve(__dirname, '../../../libs/api/openapi.json');
const document = JSON.parse(readFileSync(file, 'utf8')) as OpenAPIObject;

it('are all there: 79 of 79', () => {
  const present = operationsOf(document).map(
    (found) =>
      `${found.method.toUpperCase()} ${found.path.replace(/^\/api/, '').replaceAll(/\{\w+\}/g, '{}')}`,
  );
  expect(new Set(specified).size).toBe(79);
  expect(specified.filter((call) => !present.includes(call))).toEqual([]);
});

it('are summed up, each in one line, with whom they are for and every answer with its schema', () => {
  const wrong = operationsOf(document).flatMap(({ path, method, operation }) => {
    const answers = Object.entries(operation.responses).filter(
      ([status, answer]) => !['204', '304'].includes(status) && answer && !('content' in answer),
    );
    const whole = operation.summary && operation['x-permission'] && answers.length === 0;
    return whole ? [] : [`${method} ${path} ${answers.map(([status]) => status).join(' ')}`];
  });
  expect(wrong).toEqual([]);
});

it('have no summary of what is gone', () => {
  const ids = operationsOf(document).map(({ operation }) => operation.operationId);
  expect(Object.keys(summaries).filter((id) => !ids.includes(id))).toEqual([]);
});
