import type { Translation } from '@tessera/ui';
import { approvals } from './de/approvals';
import { budgets } from './de/budgets';
import { bulk } from './de/bulk';
import { calendar } from './de/calendar';
import { jobPage } from './de/job-page';
import { jobs } from './de/jobs';
import { launch } from './de/launch';
import { links } from './de/links';
import { loginChoice } from './de/login-choice';
import { notes } from './de/notes';
import { onSale } from './de/on-sale';
import { rehearsals } from './de/rehearsals';
import { tasks } from './de/tasks';
import { templates } from './de/templates';
import { waiting } from './de/waiting';
import { fields, sum, undo, words } from './de/words';
import type { en } from './en';

const de: Translation<typeof en> = {
  words,
  approvals,
  fields,
  sum,
  loginChoice,
  bulk,
  budgets,
  undo,
  tasks,
  jobs,
  jobPage,
  templates,
  links,
  launch,
  notes,
  onSale,
  rehearsals,
  waiting,
  calendar,
};

export default de;
