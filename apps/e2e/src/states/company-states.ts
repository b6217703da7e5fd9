import type { Page } from '@playwright/test';
import { button, heading, type PageState, rowAction } from './page-state.ts';
import { respond } from './route-handlers.ts';

const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();

/** A request that waits for somebody else's approval. */
const approval = () => ({
  id: 3,
  realm_id: 1,
  realm_name: 'Quayside Desk',
  kind: 'launch',
  status: 'pending',
  name: 'Derby, ten seats',
  event_id: 1,
  event_name: 'Harbour City v Northgate Rovers',
  job_id: null,
  plan: {
    tasks: 10,
    ok: 9,
    warn: 1,
    blocked: 0,
    seats: 20,
    seats_target: null,
    places: 90,
    most_per_customer: 2,
    costs: [{ currency: 'GBP', min: 960, max: 1240 }],
    unpriced: { tasks: 0, seats: 0 },
  },
  cost: { currency: 'GBP', min: 960, max: 1240 },
  unpriced_seats: 0,
  scheduled_at: null,
  asked: 1240,
  currency: 'GBP',
  reason: 'Twenty members of the club asked for seats together',
  asked_by: 77,
  asked_who: 'launcher@quayside.example',
  expires_at: inAnHour(),
  decided_who: null,
  decided_at: null,
  answer: null,
  granted: null,
  created_at: new Date().toISOString(),
  updated_at: new Date().toISOString(),
});

const commitments = {
  currency: 'GBP',
  present: null,
  rules: [
    { rule: 'per_launch', limit: 1000, committed: 0 },
    { rule: 'per_event', limit: 4000, committed: 372 },
  ],
};

const withApproval = async (page: Page): Promise<void> => {
  await page.route(/\/api\/approvals\/3\/commitments/, respond(200, commitments));
  await page.route(/\/api\/approvals\/3$/, respond(200, approval()));
};

/** What joins the console to a company: who signs in how, who decides, and one switch for a bad hour. */
export const companyStates: PageState[] = [
  { name: 'providers', path: '/single-sign-on', visitor: 'admin', ready: heading('Single sign-on') },
  {
    name: 'provider-new',
    path: '/single-sign-on',
    visitor: 'admin',
    ready: heading('Single sign-on'),
    open: button('New provider'),
  },
  {
    name: 'pause',
    path: '/tasks',
    visitor: 'owner',
    ready: heading('Tasks'),
    open: button('Pause everything'),
  },
  {
    name: 'view-as',
    path: '/users?sort=-name',
    visitor: 'admin',
    ready: heading('Users'),
    open: rowAction(/^View as/),
  },
  { name: 'approvals', path: '/approvals', visitor: 'owner', ready: heading('Approvals') },
  {
    name: 'approval-rules',
    path: '/approvals',
    visitor: 'owner',
    ready: heading('Approvals'),
    open: button('Rules'),
  },
  {
    name: 'approval',
    path: '/approvals/3',
    visitor: 'owner',
    ready: heading('Derby, ten seats'),
    intercept: withApproval,
  },
];
