import type { FastifyInstance } from 'fastify';
import type { BoxOffice } from '../box-office.ts';
import type { ScenarioChoice } from '../scenario.ts';
import { parseChoice, SCENARIOS } from '../scenario.ts';
import { readBody } from './input.ts';

/** Starts a scenario; with `reset` all seats are released first. */
export function startScenario(office: BoxOffice, choice: ScenarioChoice, reset: boolean): void {
  if (reset) office.orders.deleteAll();
  office.waitingRoom.clear();
  office.scenario.start(choice);
}

/** `GET` and `POST /api/scenario`: reads and changes the site's behaviour. */
export function scenarioRoutes(app: FastifyInstance, office: BoxOffice): void {
  const state = (): Record<string, unknown> => ({
    ...office.scenario.choice,
    behaviour: office.scenario.behaviour,
    names: Object.keys(SCENARIOS),
  });
  app.get('/api/scenario', () => state());
  app.post('/api/scenario', (request) => {
    const body = readBody(request);
    startScenario(office, parseChoice(body, office.scenario.defaultSeed), body.reset === true);
    return state();
  });
}
