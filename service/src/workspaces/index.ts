import type { Route } from '../http/route.ts';
import { createNounRoutes } from '../nouns/create-routes.ts';
import { nouns } from './nouns.ts';
import * as admin from './feature-sets/feature-sets.ts';
import * as poolMembership from './agent-pools/join-pool.ts';
import * as agentClaims from './agent-jobs/claim-jobs.ts';
import * as agentJobEnds from './agent-jobs/job-end.ts';
import * as agentJobFiles from './agent-jobs/job-files.ts';
import * as agentJobLogs from './agent-jobs/job-log.ts';
import * as agentJobTokens from './agent-jobs/job-token.ts';
import * as agentJobStates from './agent-jobs/job-state.ts';
import * as tokenPolicies from './tokens/token-policies.ts';
import * as codeHosts from './code-hosts/code-hosts.ts';
import * as ingress from './ingress/receive-events.ts';
import * as vcsEvents from './ingress/vcs-events.ts';
import * as ipRanges from './discovery/ip-ranges.ts';
import * as assessmentActions from './assessments/assess.ts';
import * as assessmentBackingData from './assessments/backing-data.ts';
import * as providerSetLists from './provider-sets/provider-set-lists.ts';
import * as auditTrail from './audit-trail/audit-trail.ts';
import * as auditConfiguration from './audit-trail/audit-configuration.ts';
import * as bulkActions from './change-requests/bulk-actions.ts';
import * as configurationBackingData from './configuration-versions/backing-data.ts';
import * as configurationUpload from './configuration-versions/upload.ts';
import * as configurationVersions from './configuration-versions/configuration-versions.ts';
import * as discovery from './discovery/discovery.ts';
import * as login from './login/login.ts';
import * as oauthClients from './oauth-clients/oauth-clients.ts';
import * as moduleVariables from './no-code/module-variables.ts';
import * as noCodeModules from './no-code/no-code-modules.ts';
import * as noCodeUpgrades from './no-code/upgrades.ts';
import * as noCodeWorkspaces from './no-code/no-code-workspaces.ts';
import * as organizationMemberships from './organization-memberships/organization-memberships.ts';
import * as organizations from './organizations/organizations.ts';
import * as entitlementSet from './organizations/entitlement-set.ts';
import * as pages from './pages/pages.ts';
import * as policySetVersions from './policies/versions/policy-set-versions.ts';
import * as policyTagSelectors from './policies/tag-selectors.ts';
import * as projects from './projects/projects.ts';
import * as projectWorkspaces from './projects/move-workspaces.ts';
import * as projectTags from './projects/tag-bindings.ts';
import * as moduleVersions from './registry/module-versions.ts';
import * as packages from './registry/packages.ts';
import * as providerFiles from './provider-registry/file-addresses.ts';
import * as gpgKeys from './provider-registry/gpg-keys.ts';
import * as ownProvider from './provider-registry/own-provider.ts';
import * as providerPlatforms from './provider-registry/provider-platforms.ts';
import * as providerProtocol from './provider-registry/provider-protocol.ts';
import * as providerVersions from './provider-registry/provider-versions.ts';
import * as registryProviders from './provider-registry/registry-providers.ts';
import * as protocol from './registry/protocol.ts';
import * as registryModules from './registry/registry-modules.ts';
import * as deletedModules from './registry/delete-modules.ts';
import * as formerModulePaths from './registry/former-paths.ts';
import * as moduleCommits from './registry/commits.ts';
import * as moduleTestVariables from './registry/test-variables.ts';
import * as moduleUpdates from './registry/update-module.ts';
import * as vcsModules from './registry/vcs-modules.ts';
import * as comments from './runs/comments/comments.ts';
import * as newRuns from './runs/create-run.ts';
import * as costEstimates from './runs/cost-estimates.ts';
import * as policyChecks from './runs/gates/policy-checks.ts';
import * as policyEvaluations from './runs/gates/policy-evaluations.ts';
import * as taskStages from './runs/gates/task-stages.ts';
import * as applies from './runs/phases/applies.ts';
import * as runBackingData from './runs/phases/backing-data.ts';
import * as runLogs from './runs/phases/logs.ts';
import * as plans from './runs/phases/plans.ts';
import * as planExports from './runs/plan-exports/plan-exports.ts';
import * as runActions from './runs/run-actions.ts';
import * as runEvents from './runs/run-events.ts';
import * as runLists from './runs/run-lists.ts';
import * as runs from './runs/runs.ts';
import * as runTasks from './run-tasks/run-tasks.ts';
import * as taskCallbacks from './run-tasks/task-callback.ts';
import * as teamAccess from './teams/team-access.ts';
import * as teamMembers from './teams/team-members.ts';
import * as tokens from './tokens/tokens.ts';
import * as stacks from './stacks/stacks.ts';
import * as users from './users/users.ts';
import * as varsetAttachments from './variable-sets/variable-set-attachments.ts';
import * as varsetLists from './variable-sets/variable-set-lists.ts';
import * as varsetVariables from './variable-sets/variable-set-variables.ts';
import * as varsets from './variable-sets/variable-sets.ts';
import * as workspaces from './workspaces/index.ts';
import * as inheritedVariables from './variables/inherited-variables.ts';
import * as olderVariables from './variables/older-variables.ts';
import * as workspaceVariables from './variables/workspace-variables.ts';

/** What is written by hand, one file per noun or action; a test reads the directory and misses none. */
const handWrittenRoutes: readonly Route[] = [
  discovery,
  login,
  admin,
  organizations,
  entitlementSet,
  organizationMemberships,
  projects,
  projectTags,
  projectWorkspaces,
  teamMembers,
  teamAccess,
  users,
  tokens,
  auditConfiguration,
  auditTrail,
  ipRanges,
  codeHosts,
  ingress,
  vcsEvents,
  tokenPolicies,
  poolMembership,
  agentClaims,
  agentJobFiles,
  agentJobLogs,
  agentJobStates,
  agentJobEnds,
  agentJobTokens,
  oauthClients,
  bulkActions,
  policySetVersions,
  policyTagSelectors,
  runTasks,
  taskCallbacks,
  assessmentActions,
  assessmentBackingData,
  providerSetLists,
  varsets,
  varsetLists,
  varsetVariables,
  varsetAttachments,
  workspaces,
  workspaceVariables,
  olderVariables,
  inheritedVariables,
  configurationVersions,
  configurationUpload,
  configurationBackingData,
  newRuns,
  runLists,
  runs,
  runActions,
  runEvents,
  comments,
  plans,
  applies,
  runLogs,
  runBackingData,
  costEstimates,
  policyChecks,
  policyEvaluations,
  taskStages,
  planExports,
  registryModules,
  vcsModules,
  moduleUpdates,
  deletedModules,
  formerModulePaths,
  moduleCommits,
  moduleTestVariables,
  moduleVersions,
  packages,
  protocol,
  gpgKeys,
  registryProviders,
  providerVersions,
  providerPlatforms,
  providerFiles,
  ownProvider,
  providerProtocol,
  noCodeModules,
  moduleVariables,
  noCodeWorkspaces,
  noCodeUpgrades,
  pages,
  stacks,
].flatMap((noun) => noun.routes);

/** Every endpoint of service 1. */
export const routes: readonly Route[] = [...nouns.flatMap(createNounRoutes), ...handWrittenRoutes];
