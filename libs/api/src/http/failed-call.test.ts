import { failedCall } from './failed-call';

test.each([
  ['POST', '/api/auth/login', 'login', null],
  ['POST', '/api/auth/register', 'register', null],
  ['POST', '/api/auth/refresh', 'refresh', null],
  ['POST', '/api/auth/logout', 'logout', null],
  ['GET', '/api/tasks?page=2', 'fetch', 'tasks'],
  ['GET', '/api/tasks/5', 'fetch', 'task'],
  ['GET', '/api/tasks/5/events', 'fetch', 'timeline'],
  ['GET', '/api/tasks/job/5', 'fetch', 'tasks'],
  ['POST', '/api/tasks', 'create', 'task'],
  ['POST', '/api/tasks/5/start', 'update', 'task'],
  ['POST', '/api/tasks/bought', 'update', 'tasks'],
  ['POST', '/api/tasks/bulk', 'update', 'tasks'],
  ['DELETE', '/api/tasks/5', 'delete', 'task'],
  ['POST', '/api/jobs/5/control', 'update', 'job'],
  ['POST', '/api/jobs/preview', 'fetch', 'plan'],
  ['POST', '/api/purchases', 'create', 'purchase'],
  ['PATCH', '/api/carted-tickets/5', 'update', 'cartedTicket'],
  ['POST', '/api/carted-tickets/confirm', 'update', 'cartedTickets'],
  ['GET', '/api/sites/3/events', 'fetch', 'events'],
  ['POST', '/api/sites/3/logins', 'create', 'login'],
  ['PATCH', '/api/sites/3/config', 'update', 'siteConfig'],
  ['POST', '/api/logins/4/queueitlinks', 'create', 'queueLink'],
  ['GET', '/api/logins/4/client-history', 'fetch', 'clientHistory'],
  ['DELETE', '/api/pools/9/members/4', 'delete', 'poolMember'],
  ['POST', '/api/users/2/password', 'update', 'password'],
  ['GET', '/api/something', 'fetch', 'data'],
])('%s %s fails to %s %s', (method, url, verb, what) => {
  expect(failedCall(method, url)).toEqual({ verb, what });
});
