import type { Translation } from '@tessera/ui';
import { audit } from './de/audit';
import { auditSentences } from './de/audit-sentences';
import { budgets } from './de/budgets';
import { config } from './de/config';
import { duties } from './de/duties';
import { events } from './de/events';
import { identities } from './de/identities';
import { imports } from './de/import';
import { loginChecks } from './de/login-checks';
import { logins } from './de/logins';
import { mails } from './de/mails';
import { modules } from './de/modules';
import { month } from './de/month';
import { people } from './de/people';
import { pools } from './de/pools';
import { prices } from './de/prices';
import { providers } from './de/providers';
import { publishers } from './de/publishers';
import { realms } from './de/realms';
import { requests } from './de/requests';
import { secondFactorRule } from './de/second-factor-rule';
import { serviceTokens } from './de/service-tokens';
import { sites } from './de/sites';
import { switching } from './de/switching';
import { users } from './de/users';
import { webhooks } from './de/webhooks';
import { words } from './de/words';
import { workers } from './de/workers';
import type { en } from './en';

const de: Translation<typeof en> = {
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

export default de;
