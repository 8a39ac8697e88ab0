import type { RunListener } from '../runs/run-listeners.ts';
import { attachTasks } from './attach-tasks.ts';
import { queueTaskCalls } from './call-tasks.ts';

export const runTaskListener: RunListener = { attach: attachTasks, entered: queueTaskCalls };
