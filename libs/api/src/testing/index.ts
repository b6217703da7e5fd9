export { fakeTimeoutSignals } from './fake-timeout-signals';
export { openPages, type OpenPagesOptions } from './open-pages';
export { stopClock } from './stop-clock';
export { list, refusal, takeRequests, TestServer, type Answer, type Call } from './test-server';
