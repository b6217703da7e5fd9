export { setViewportWidth, show } from '../src/testing';

// Interactions take seconds on a busy machine, more than the default of five.
jest.setTimeout(30_000);
