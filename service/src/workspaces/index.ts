import type { Route } from '../http/route.ts';
import { createNounRoutes } from '../nouns/create-routes.ts';
import { routes as agentJobs } from './agent-jobs/routes.ts';
import { routes as agentPools } from './agent-pools/routes.ts';
import { routes as assessments } from './assessments/routes.ts';
import { routes as auditTrail } from './audit-trail/routes.ts';
import { routes as changeRequests } from './change-requests/routes.ts';
import { routes as codeHosts } from './code-hosts/routes.ts';
import { routes as configurationVersions } from './configuration-versions/routes.ts';
import { routes as discovery } from './discovery/routes.ts';
import { routes as engineCommands } from './engine-commands/routes.ts';
import { routes as featureSets } from './feature-sets/routes.ts';
import { routes as ingress } from './ingress/routes.ts';
import { routes as login } from './login/routes.ts';
import { routes as noCode } from './no-code/routes.ts';
import { routes as oauthClients } from './oauth-clients/routes.ts';
import { routes as organizationMemberships } from './organization-memberships/routes.ts';
import { routes as organizations } from './organizations/routes.ts';
import { routes as pages } from './pages/routes.ts';
import { routes as policies } from './policies/routes.ts';
import { routes as projects } from './projects/routes.ts';
import { routes as providerRegistry } from './provider-registry/routes.ts';
import { routes as providerSets } from './provider-sets/routes.ts';
import { routes as registry } from './registry/routes.ts';
import { routes as runTasks } from './run-tasks/routes.ts';
import { routes as runs } from './runs/routes.ts';
import { routes as stacks } from './stacks/routes.ts';
import { routes as stateVersions } from './state-versions/routes.ts';
import { routes as tags } from './tags/routes.ts';
import { routes as teams } from './teams/routes.ts';
import { routes as tokens } from './tokens/routes.ts';
import { routes as users } from './users/routes.ts';
import { routes as variableSets } from './variable-sets/routes.ts';
import { routes as variables } from './variables/routes.ts';
import { routes as workspaces } from './workspaces/routes.ts';
import { nouns } from './nouns.ts';

/** Every endpoint of the workspace service: those that follow from declarations, then those that each noun's folder writes by hand. */
export const routes: readonly Route[] = [
  nouns.flatMap(createNounRoutes),
  discovery,
  login,
  featureSets,
  organizations,
  organizationMemberships,
  projects,
  teams,
  users,
  tokens,
  auditTrail,
  codeHosts,
  ingress,
  agentPools,
  agentJobs,
  oauthClients,
  changeRequests,
  policies,
  runTasks,
  assessments,
  engineCommands,
  providerSets,
  variableSets,
  workspaces,
  tags,
  stateVersions,
  variables,
  configurationVersions,
  runs,
  registry,
  providerRegistry,
  noCode,
  pages,
  stacks,
].flat();
