import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createQueryClient } from '@tessera/api';
import type { ModuleRelease } from '@tessera/federation';
import { useUnsavedInput } from '@tessera/ui';
import { announced, json, modules, people, resetBrowser, startShell } from '../../test/app';
import { usePageReload } from './page-reload';

beforeEach(() => resetBrowser());

const renewed = (version: string, names = modules.map(({ name }) => name)): ModuleRelease[] =>
  modules.map((release) =>
    names.includes(release.name)
      ? { ...release, version, base_url: `/modules/${release.name}/${version}/` }
      : release,
  );

/** Opens /tasks, and has the server announce other releases afterwards. */
async function openTasks() {
  let list = announced(modules);
  const shell = startShell('/tasks', people.owner, { 'GET /api/modules': () => json(200, list) });
  await screen.findByRole('heading', { name: 'page of /tasks' });
  const announce = async (releases: ModuleRelease[]) => {
    list = announced(releases, { serial: list.serial + 1 });
    await act(() => shell.refresh());
  };
  return { shell, announce };
}

const offer = () => screen.findByText(/Another version of/);

test('offers a reload for a new release of a module that the page runs, without moving the focus', async () => {
  const { announce } = await openTasks();
  const link = screen.getByRole('link', { name: 'Sites' });
  link.focus();
  await announce(renewed('1.9.0'));
  expect(await offer()).toHaveTextContent('Another version of Tasks is available.');
  expect(link).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'page of /tasks' })).toBeInTheDocument();
});

test('offers nothing for modules that the page doesn’t run', async () => {
  const { announce } = await openTasks();
  await announce(renewed('1.9.0', ['mf-admin']));
  expect(screen.queryByText(/Another version of/)).not.toBeInTheDocument();
});

test('offers a release once when it is dismissed, and the next one again', async () => {
  const { announce } = await openTasks();
  await announce(renewed('1.9.0'));
  await offer();
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(/Another version of/)).not.toBeInTheDocument();
  await announce(renewed('1.9.0'));
  expect(screen.queryByText(/Another version of/)).not.toBeInTheDocument();
  await announce(renewed('1.9.1'));
  expect(await offer()).toBeInTheDocument();
});

test('names every module with a new release', async () => {
  const { announce } = await openTasks();
  await userEvent.click(screen.getByRole('link', { name: 'Sites' }));
  await screen.findByRole('heading', { name: 'page of /sites' });
  await announce(renewed('1.9.0'));
  expect(
    await screen.findByText('Other versions of Tasks, Administration are available.'),
  ).toBeInTheDocument();
});

test('takes the offer back when the release in use is announced again', async () => {
  const { announce } = await openTasks();
  await announce(renewed('1.9.0'));
  await offer();
  await announce(modules);
  await waitFor(() => expect(screen.queryByText(/Another version of/)).not.toBeInTheDocument());
});

describe('a reload', () => {
  function Page({ reload }: { reload: () => void }) {
    const { isWaiting, request, cancel } = usePageReload(reload);
    const [isDirty, setDirty] = useState(false);
    useUnsavedInput(isDirty);
    return (
      <>
        <button onClick={() => setDirty(!isDirty)}>{isDirty ? 'Save' : 'Type'}</button>
        <button onClick={request}>Reload</button>
        {isWaiting ? <button onClick={cancel}>waiting</button> : null}
      </>
    );
  }
  const showPage = (reload: () => void) =>
    render(
      <QueryClientProvider client={createQueryClient()}>
        <Page reload={reload} />
      </QueryClientProvider>,
    );
  const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));

  test('happens at once while no input would be lost', async () => {
    const reload = jest.fn();
    showPage(reload);
    await click('Reload');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('waits until input is saved or discarded', async () => {
    const reload = jest.fn();
    showPage(reload);
    await click('Type');
    await click('Reload');
    expect(reload).not.toHaveBeenCalled();
    expect(screen.getByText('waiting')).toBeInTheDocument();
    await click('Save');
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('can be cancelled while it waits', async () => {
    const reload = jest.fn();
    showPage(reload);
    await click('Type');
    await click('Reload');
    await click('waiting');
    await click('Save');
    expect(reload).not.toHaveBeenCalled();
  });
});

test('says that it waits for a changed form, and stops waiting when asked to', async () => {
  const { shell, announce } = await openTasks();
  await act(() => shell.router.navigate('/account'));
  const name = await screen.findByLabelText('Name');
  await userEvent.type(name, ' Jr.');
  await announce(renewed('1.9.0'));
  await offer();
  await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
  expect(await offer()).toHaveTextContent('The page reloads as soon as your changes are saved or discarded.');
  await userEvent.click(screen.getByRole('button', { name: 'Don’t reload' }));
  expect(await offer()).not.toHaveTextContent('as soon as');
  expect(name).toHaveValue('Ida Quill Jr.');
});
