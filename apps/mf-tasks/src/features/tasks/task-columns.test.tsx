import { screen } from '@testing-library/react';
import { list } from '@tessera/api/testing';
import { catalogue, openConsole } from '../../../test/console';
import { task } from '../../../test/records';

test('asks for every field only while a chosen column shows more than the summary', async () => {
  const asked: (string | null)[] = [];
  const server = catalogue().on('GET /tasks', ({ query }) => {
    if (query.get('page_size') !== '1') asked.push(query.get('detailed'));
    return list([task(1, { basket: 'https://tickets.harbour.example/b/1' })]);
  });
  openConsole(server, '/tasks');
  await screen.findByRole('row', { name: /HC north 01/ });
  expect(asked).toEqual([null]);
});

test('shows the fields of a chosen column', async () => {
  const server = catalogue().on('GET /tasks', ({ query }) => {
    const { basket, ...summary } = task(1, { basket: 'https://tickets.harbour.example/b/1' });
    return list([query.get('detailed') === 'true' ? { ...summary, basket } : summary]);
  });
  openConsole(server, '/tasks?columns=name,status,basket');
  expect(await screen.findByRole('link', { name: 'Open' })).toHaveAttribute(
    'href',
    'https://tickets.harbour.example/b/1',
  );
});
