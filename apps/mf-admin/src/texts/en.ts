import { audit } from './en/audit';
import { auditSentences } from './en/audit-sentences';
import { budgets } from './en/budgets';
import { config } from './en/config';
import { duties } from './en/duties';
import { events } from './en/events';
import { identities } from './en/identities';
import { imports } from './en/import';
import { loginChecks } from './en/login-checks';
import { logins } from './en/logins';
import { mails } from './en/mails';
import { modules } from './en/modules';
import { month } from './en/month';
import { people } from './en/people';
import { pools } from './en/pools';
import { prices } from './en/prices';
import { providers } from './en/providers';
import { publishers } from './en/publishers';
import { realms } from './en/realms';
import { requests } from './en/requests';
import { secondFactorRule } from './en/second-factor-rule';
import { serviceTokens } from './en/service-tokens';
import { sites } from './en/sites';
import { switching } from './en/switching';
import { users } from './en/users';
import { webhooks } from './en/webhooks';
import { words } from './en/words';
import { workers } from './en/workers';

/** The texts of this module. */
export const en = {
  audit,
  auditSentences,
  budgets,
  config,
  duties,
  events,
  identities,
  imports,
  loginChecks,
  logins,
  mails,
  modules,
  month,
  people,
  pools,
  prices,
  providers,
  publishers,
  realms,
  serviceTokens,
  requests,
  secondFactorRule,
  sites,
  switching,
  users,
  webhooks,
  words,
  workers,
};
