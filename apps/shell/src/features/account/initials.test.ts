import { initialsOf } from './initials';

it.each([
  ['Ida Quill', 'IQ'],
  ['desk@example.org', 'D'],
  ['👩‍🚀 Quill', '👩‍🚀Q'],
  ['𠮷野 家', '𠮷家'],
])('of %j are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
