export { openPages, type OpenPagesOptions } from './open-pages';
export { list, refusal, TestServer, type Answer, type Call } from './test-server';
