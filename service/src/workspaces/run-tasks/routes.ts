import type { Route } from '../../http/route.ts';
import { routes as runTasks } from './run-tasks.ts';
import { routes as taskCallbacks } from './task-callback.ts';

/** The endpoints of run tasks that follow from no declaration: integrations, the workspaces of a task, and the callback. */
export const routes: readonly Route[] = [runTasks, taskCallbacks].flat();
