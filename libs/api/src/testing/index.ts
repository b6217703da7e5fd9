export { enterRehearsal } from '../session/rehearsal';
export { fakeTimeoutSignals } from './fake-timeout-signals';
export { openPages, type OpenPagesOptions } from './open-pages';
export { stopClock } from './stop-clock';
export { type Answer, type Call, list, refusal, takeRequests, TestServer } from './test-server';
