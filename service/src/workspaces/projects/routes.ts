import type { Route } from '../../http/route.ts';
import { routes as projectWorkspaces } from './move-workspaces.ts';
import { routes as projects } from './projects.ts';
import { routes as projectTags } from './tag-bindings.ts';

/** The endpoints of projects, their tags and the workspaces that move into them. */
export const routes: readonly Route[] = [projects, projectTags, projectWorkspaces].flat();
