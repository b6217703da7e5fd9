import config from './playwright.config.ts';

/** `npm run prove -- canaries`: real loads of good, failing and slow canaries, which take too long for `npm test`. */
export default { ...config, projects: [{ name: 'canaries', testMatch: 'canaries.e2e.ts' }], workers: 1 };
