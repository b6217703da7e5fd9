// For the service worker: the reasons of tasks in every language, without React.
export { formatTaskReason, type TaskReason } from './tasks/format-task-reason';
export { taskReasons as germanReasons } from './texts/de/task-reasons';
export { taskReasons as englishReasons } from './texts/en/task-reasons';
