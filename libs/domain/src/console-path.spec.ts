import { consolePath } from './console-path';

describe('a path of the console', () => {
  it.each([
    ['/', '/'],
    ['/tasks?open=4#why', '/tasks?open=4#why'],
    ['/sites/1/../2', '/sites/2'],
    ['/tasks?next=//evil.example', '/tasks?next=//evil.example'],
    ['/tasks//4', '/tasks//4'],
    ['/%2F/evil.example', '/%2F/evil.example'],
    ['/users?q=ü', '/users?q=%C3%BC'],
  ])('%s opens %s', (link, path) => {
    expect(consolePath(link)).toBe(path);
  });

  it.each([
    '//evil.example/x',
    '///evil.example/x',
    '/\\evil.example/x',
    '/\t/evil.example/x',
    '/\n\\evil.example/x',
    '/.//evil.example/x',
    '/./\\evil.example/x',
    '/..//evil.example/x',
    '/tasks/..//evil.example/x',
    '/%2e//evil.example/x',
    '/%2E%2e//evil.example/x',
    '/.\t//evil.example/x',
    '//',
    '',
    ' /tasks',
    'tasks',
    'https://evil.example/',
    'javascript:alert(1)',
    null,
    undefined,
    { pathname: '/tasks' },
  ])('is not %j', (link) => {
    expect(consolePath(link)).toBeNull();
  });

  it('stays the same when it is resolved again', () => {
    for (const link of ['/a/..//b', '/a/.//b', '/a//../b', '/x/%2e%2e/y', '/.'])
      expect(consolePath(consolePath(link) ?? '/')).toBe(consolePath(link) ?? '/');
  });
});
