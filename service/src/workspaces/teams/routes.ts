import type { Route } from '../../http/route.ts';
import { routes as teamAccess } from './team-access.ts';
import { routes as teamMembers } from './team-members.ts';

/** The endpoints of the members of teams, and what teams may do with workspaces and projects; teams themselves are declared. */
export const routes: readonly Route[] = [teamMembers, teamAccess].flat();
