import { screen } from '@testing-library/react';
import { refusal, TestServer } from '@tessera/api/testing';
import { openPart } from '../../test/open';
import { TaskTab } from './task-tab';

test('shows the event of the task', async () => {
  const task = { id: 7, event_name: 'Harbour City v Northgate Rovers', updated_at: '2026-03-01T12:00:00Z' };
  openPart(new TestServer().on('GET /tasks/7', { body: task }), <TaskTab id={7} />);
  expect(await screen.findByText('Harbour City v Northgate Rovers')).toBeVisible();
});

test('shows an error', async () => {
  const failing = new TestServer().on('GET /tasks/7', refusal(404, 'NOT_FOUND', 'There is no task 7'));
  openPart(failing, <TaskTab id={7} />);
  expect(await screen.findByText(/NOT_FOUND · request req-77/)).toBeVisible();
});
