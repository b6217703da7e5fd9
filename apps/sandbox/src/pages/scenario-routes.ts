import type { FastifyInstance } from 'fastify';
import { startScenario } from '../api/scenario.ts';
import type { BoxOffice } from '../box-office.ts';
import type { Account } from '../catalogue.ts';
import { SandboxError } from '../sandbox-error.ts';
import { parseChoice, SCENARIOS } from '../scenario.ts';
import { html } from './html.ts';
import { alert, type Form, layout, sendPage } from './layout.ts';
import { readSession } from './session-cookie.ts';

/** Routes for `/scenario`, the page that changes the site's behaviour. */
export function scenarioRoutes(app: FastifyInstance, office: BoxOffice): void {
  app.get<{ Querystring: Form }>('/scenario', async (request, reply) => {
    const changed = request.query.changed === 'yes';
    return sendPage(reply, scenarioPage(office, readSession(request, office), { changed, error: null }));
  });

  app.post<{ Body: Form | undefined }>('/scenario', async (request, reply) => {
    const { name, seed, reset } = request.body ?? {};
    try {
      startScenario(office, parseChoice({ name, seed }, office.scenario.defaultSeed), reset === 'true');
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      const view = { changed: false, error: error.message };
      return sendPage(reply, scenarioPage(office, readSession(request, office), view), error.status);
    }
    return reply.redirect('/scenario?changed=yes', 303);
  });
}

/** Renders the active scenario and the form to change it. */
function scenarioPage(
  office: BoxOffice,
  account: Account | null,
  view: { changed: boolean; error: string | null },
): string {
  const { choice, behaviour } = office.scenario;
  const options = Object.entries(SCENARIOS).map(
    ([name, scenario]) =>
      html`<label class="check"
        ><input type="radio" name="name" value="${name}" ${name === choice.name ? html`checked` : null} />
        <span><b>${scenario.title}</b>${scenario.text}</span></label
      >`,
  );
  return layout({
    title: 'Scenario',
    account,
    body: html`<h1>Scenario</h1>
      <p>How this box office behaves. A scenario with the same seed makes the same random decisions.</p>
      ${view.changed ? html`<p class="note good" role="status">${SCENARIOS[choice.name].title} started.</p>` : null}${alert(view.error)}
      <form class="panel" method="post" action="/scenario">
        <fieldset>
          <legend>Scenario</legend>
          ${options}
        </fieldset>
        <label for="seed">Seed</label
        ><input id="seed" name="seed" inputmode="numeric" value="${choice.seed}" />
        <label class="check"
          ><input type="checkbox" name="reset" value="true" /><span
            ><b>Release all seats first</b>Deletes all baskets and orders.</span
          ></label
        >
        <button>Start</button>
      </form>
      <h2>Current settings</h2>
      <dl>
        ${Object.entries(behaviour).map(
          ([key, value]) =>
            html`<dt>${key}</dt>
              <dd>${String(value ?? 'none')}</dd>`,
        )}
      </dl>`,
  });
}
