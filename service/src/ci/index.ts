import type { Route } from '../http/route.ts';
import { routes as apiV1 } from './api-v1/routes.ts';
import { routes as apiV3 } from './api-v3/routes.ts';
import { routes as codeHostEvents } from './code-host-events/routes.ts';
import { routes as compilations } from './compilations/routes.ts';
import { routes as contexts } from './contexts/routes.ts';
import { routes as deployments } from './deployments/routes.ts';
import { routes as graphql } from './graphql/routes.ts';
import { routes as insights } from './insights/routes.ts';
import { routes as jobs } from './jobs/routes.ts';
import { routes as oidcClaims } from './oidc-claims/routes.ts';
import { routes as organizations } from './organizations/routes.ts';
import { routes as pipelineDefinitions } from './pipeline-definitions/routes.ts';
import { routes as pipelines } from './pipelines/routes.ts';
import { routes as policies } from './policies/routes.ts';
import { routes as projects } from './projects/routes.ts';
import { routes as roles } from './roles/routes.ts';
import { routes as schedules } from './schedules/routes.ts';
import { routes as selfHostedRunners } from './self-hosted-runners/routes.ts';
import { routes as triggers } from './triggers/routes.ts';
import { routes as usageExports } from './usage-exports/routes.ts';
import { routes as webhooks } from './webhooks/routes.ts';
import { routes as workflows } from './workflows/routes.ts';
import { withDescription } from './operations/index.ts';

/** Every endpoint of the CI service, with what it accepts and returns. */
export const routes: readonly Route[] = [
  organizations,
  roles,
  contexts,
  projects,
  webhooks,
  pipelineDefinitions,
  triggers,
  deployments,
  codeHostEvents,
  schedules,
  pipelines,
  workflows,
  jobs,
  policies,
  usageExports,
  oidcClaims,
  selfHostedRunners,
  insights,
  apiV1,
  apiV3,
  compilations,
  graphql,
].flatMap((noun) => noun.map(withDescription));
