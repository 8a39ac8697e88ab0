import type { Route } from '../../route.ts';
import * as lock from './lock.ts';
import * as workspaces from './workspaces.ts';

/** Every endpoint of the workspaces themselves. */
export const routes: readonly Route[] = [workspaces, lock].flatMap((noun) => noun.routes);
