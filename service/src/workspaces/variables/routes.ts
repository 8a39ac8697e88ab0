import type { Route } from '../../http/route.ts';
import { routes as inheritedVariables } from './inherited-variables.ts';
import { routes as olderVariables } from './older-variables.ts';
import { routes as workspaceVariables } from './workspace-variables.ts';

/** The endpoints of the variables of workspaces. */
export const routes: readonly Route[] = [workspaceVariables, olderVariables, inheritedVariables].flat();
