import { words } from './en/words';
import { fields } from './en/fields';
import { sum } from './en/sum';
import { loginChoice } from './en/login-choice';
import { bulk } from './en/bulk';
import { undo } from './en/undo';
import { tasks } from './en/tasks';
import { jobs } from './en/jobs';
import { templates } from './en/templates';
import { links } from './en/links';
import { launch } from './en/launch';

/** The module's texts in English. */
export const en = { words, fields, sum, loginChoice, bulk, undo, tasks, jobs, templates, links, launch };
