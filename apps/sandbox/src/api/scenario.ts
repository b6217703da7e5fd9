import type { FastifyInstance } from 'fastify';
import type { BoxOffice } from '../box-office.ts';
import type { ScenarioChoice } from '../scenario.ts';
import { parseChoice, SCENARIOS } from '../scenario.ts';
import { bodyOf } from './input.ts';

/** Begins a scenario; with `reset` the house is emptied first. */
export function beginScenario(office: BoxOffice, choice: ScenarioChoice, reset: boolean): void {
  if (reset) office.orders.clear();
  office.queue.clear();
  office.scenario.choose(choice);
}

/** `GET` and `POST /api/scenario`: how the site behaves, for tests. */
export function scenarioRoutes(app: FastifyInstance, office: BoxOffice): void {
  const state = (): Record<string, unknown> => ({
    ...office.scenario.choice,
    behaviour: office.scenario.behaviour,
    names: Object.keys(SCENARIOS),
  });
  app.get('/api/scenario', async () => state());
  app.post('/api/scenario', async (request) => {
    const body = bodyOf(request);
    beginScenario(office, parseChoice(body, office.scenario.defaultSeed), body.reset === true);
    return state();
  });
}
