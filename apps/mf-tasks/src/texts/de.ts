import type { Translation } from '@tessera/ui';
import { words } from './de/words';
import { fields } from './de/fields';
import { sum } from './de/sum';
import { loginChoice } from './de/login-choice';
import { bulk } from './de/bulk';
import { undo } from './de/undo';
import { tasks } from './de/tasks';
import { jobs } from './de/jobs';
import { templates } from './de/templates';
import { links } from './de/links';
import { launch } from './de/launch';
import type { en } from './en';

const de: Translation<typeof en> = {
  words,
  fields,
  sum,
  loginChoice,
  bulk,
  undo,
  tasks,
  jobs,
  templates,
  links,
  launch,
};

export default de;
