import type { Translation } from './text-types';
import { commands } from './de/commands';
import { dateTime } from './de/date-time';
import { dialogs } from './de/dialogs';
import { feedback } from './de/feedback';
import { figures } from './de/figures';
import { form } from './de/form';
import { list } from './de/list';
import { sessions } from './de/sessions';
import { states } from './de/states';
import { taskReasons } from './de/task-reasons';
import type { en } from './en';

const de: Translation<typeof en> = {
  ...feedback,
  ...commands,
  ...dateTime,
  dialogs,
  ...figures,
  form,
  ...list,
  sessions,
  ...states,
  ...taskReasons,
};

export default de;
