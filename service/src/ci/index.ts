import type { Route } from '../http/route.ts';
import { withDescription } from './operations/index.ts';
import * as contextRestrictions from './contexts/context-restrictions.ts';
import * as contexts from './contexts/contexts.ts';
import * as contextVariables from './contexts/context-variables.ts';
import * as definitions from './pipeline-definitions/pipeline-definitions.ts';
import * as triggers from './triggers/triggers.ts';
import * as deployments from './deployments/deployments.ts';
import * as record from './deployments/record-deployment.ts';
import * as rollback from './deployments/rollback.ts';
import * as oidcClaims from './oidc-claims/oidc-claims.ts';
import * as codeHost from './code-host-events/code-host-events.ts';
import * as hooks from './triggers/webhook-triggers.ts';
import * as deliveries from './webhooks/webhook-deliveries.ts';
import * as schedules from './schedules/schedules.ts';
import * as insightsSeries from './insights/time-series.ts';
import * as insightsSummaries from './insights/summaries.ts';
import * as insightsTests from './insights/test-metrics.ts';
import * as insightsWorkflows from './insights/workflow-metrics.ts';
import * as organizations from './organizations/organizations.ts';
import * as roles from './roles/role-assignments.ts';
import * as users from './organizations/users.ts';
import * as artifacts from './jobs/artifacts.ts';
import * as jobs from './jobs/jobs.ts';
import * as pipelines from './pipelines/pipelines.ts';
import * as triggering from './pipelines/trigger-pipeline.ts';
import * as workflows from './workflows/workflows.ts';
import * as decisions from './policies/decisions.ts';
import * as decisionSettings from './policies/decision-settings.ts';
import * as policyBundle from './policies/policy-bundle.ts';
import * as checkoutKeys from './projects/checkout-keys.ts';
import * as following from './projects/following.ts';
import * as projects from './projects/projects.ts';
import * as projectVariables from './projects/project-variables.ts';
import * as output from './jobs/job-output.ts';
import * as settings from './projects/project-settings.ts';
import * as webhooks from './webhooks/webhooks.ts';
import * as usageExports from './usage-exports/usage-exports.ts';
import * as apiV1Variables from './api-v1/variables.ts';
import * as apiV1CheckoutKeys from './api-v1/checkout-keys.ts';
import * as apiV1Settings from './api-v1/settings.ts';
import * as apiV1Projects from './api-v1/projects.ts';
import * as apiV1Builds from './api-v1/builds.ts';
import * as apiV1BuildResults from './api-v1/build-results.ts';
import * as apiV1BuildActions from './api-v1/build-actions.ts';
import * as apiV3Organizations from './api-v3/organizations.ts';
import * as apiV3OrganizationSettings from './api-v3/organization-settings.ts';
import * as apiV3Deployments from './api-v3/deployments.ts';
import * as apiV3ResourceClasses from './api-v3/resource-classes.ts';
import * as apiV3Orbs from './api-v3/orbs.ts';
import * as apiV3OrbVersions from './api-v3/orb-versions.ts';
import * as apiV3Projects from './api-v3/projects.ts';
import * as apiV3Users from './api-v3/users.ts';
import * as apiV3Runs from './api-v3/runs.ts';
import * as apiV3Workflows from './api-v3/workflows.ts';
import * as apiV3Jobs from './api-v3/jobs.ts';
import * as apiV3JobOutput from './api-v3/job-output.ts';
import * as apiV3Pipelines from './api-v3/pipelines.ts';
import * as apiV3Triggers from './api-v3/triggers.ts';
import * as apiV3Namespaces from './api-v3/namespaces.ts';
import * as compilation from './compilations/compile-request.ts';
import * as graphql from './graphql/graphql.ts';
import * as resourceClasses from './self-hosted-runners/resource-classes.ts';
import * as runnerTokens from './self-hosted-runners/runner-tokens.ts';
import * as runnerTasks from './self-hosted-runners/runner-tasks.ts';

/** Every route of the CI API, one file per noun; a test compares them with the files of this folder. */
export const routes: readonly Route[] = [
  users,
  organizations,
  roles,
  contexts,
  contextVariables,
  contextRestrictions,
  projects,
  following,
  projectVariables,
  checkoutKeys,
  settings,
  webhooks,
  deliveries,
  definitions,
  triggers,
  deployments,
  record,
  rollback,
  hooks,
  codeHost,
  schedules,
  triggering,
  pipelines,
  workflows,
  jobs,
  artifacts,
  output,
  policyBundle,
  decisions,
  decisionSettings,
  usageExports,
  oidcClaims,
  resourceClasses,
  runnerTokens,
  runnerTasks,
  insightsSummaries,
  insightsWorkflows,
  insightsSeries,
  insightsTests,
  apiV1Variables,
  apiV1CheckoutKeys,
  apiV1Settings,
  apiV1Projects,
  apiV1Builds,
  apiV1BuildResults,
  apiV1BuildActions,
  apiV3Organizations,
  apiV3OrganizationSettings,
  apiV3Deployments,
  apiV3ResourceClasses,
  apiV3Orbs,
  apiV3OrbVersions,
  apiV3Projects,
  apiV3Users,
  apiV3Runs,
  apiV3Workflows,
  apiV3Jobs,
  apiV3JobOutput,
  apiV3Pipelines,
  apiV3Triggers,
  apiV3Namespaces,
  compilation,
  graphql,
].flatMap((noun) => noun.routes.map(withDescription));
