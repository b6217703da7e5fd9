import { approvals } from './en/approvals';
import { budgets } from './en/budgets';
import { bulk } from './en/bulk';
import { calendar } from './en/calendar';
import { jobPage } from './en/job-page';
import { jobs } from './en/jobs';
import { launch } from './en/launch';
import { links } from './en/links';
import { loginChoice } from './en/login-choice';
import { notes } from './en/notes';
import { onSale } from './en/on-sale';
import { rehearsals } from './en/rehearsals';
import { tasks } from './en/tasks';
import { templates } from './en/templates';
import { waiting } from './en/waiting';
import { fields, sum, undo, words } from './en/words';

/** The module's texts in English. */
export const en = {
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
  templates,
  links,
  launch,
  notes,
  onSale,
  rehearsals,
  waiting,
  jobPage,
  calendar,
};
