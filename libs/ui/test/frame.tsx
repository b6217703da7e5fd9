export { setViewportWidth, show } from '../src/testing';

// Real interactions on a busy machine take seconds, not the default five at most.
jest.setTimeout(30_000);
