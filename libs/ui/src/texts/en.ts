import { commands } from './en/commands';
import { dateTime } from './en/date-time';
import { dialogs } from './en/dialogs';
import { feedback } from './en/feedback';
import { figures } from './en/figures';
import { form } from './en/form';
import { list } from './en/list';
import { sessions } from './en/sessions';
import { states } from './en/states';
import { taskReasons } from './en/task-reasons';

/** What the shared parts say, each part in a file of its own. */
export const en = {
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
