import type { Route } from '../../http/route.ts';
import { routes as organizationTags } from './organization-tags.ts';
import { routes as tagBindings } from './workspace-tag-bindings.ts';
import { routes as workspaceTags } from './workspace-tags.ts';

/** The endpoints of the tags of workspaces and of an organization. */
export const routes: readonly Route[] = [workspaceTags, organizationTags, tagBindings].flat();
