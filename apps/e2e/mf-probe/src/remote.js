// A module whose releases misbehave on request: `behavior.js` is written by the test for each release.
import { createElement, lazy } from 'react';
import { decide, version } from './behavior.js';
import { start } from './notes.js';
import { slots } from './slots.js';

globalThis.probeRan = [...(globalThis.probeRan ?? []), `entry ${version}`];
if (decide('throwsAtEvaluation')) throw new Error('The probe throws while it is evaluated');

const ProbePage = lazy(() => import('./probe-page.js').then((module) => ({ default: module.ProbePage })));

export default {
  name: 'mf-probe',
  routes: [{ path: '/probe', element: createElement(ProbePage) }],
  slots,
  start,
};
