import type { Route } from '../../http/route.ts';
import { routes as resourceClasses } from './resource-classes.ts';
import { routes as runnerTasks } from './runner-tasks.ts';
import { routes as runnerTokens } from './runner-tokens.ts';

/** The endpoints of self-hosted runners: resource classes, tokens and tasks. */
export const routes: readonly Route[] = [resourceClasses, runnerTokens, runnerTasks].flat();
