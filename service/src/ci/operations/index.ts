import type { Route } from '../../http/route.ts';
import type { OperationDescription } from '../../http/operation-description.ts';
import { emptyObject, type OperationDescriptions } from '../requests/describe-operation.ts';
import { contextOperations } from './context-operations.ts';
import { definitionOperations } from './definition-operations.ts';
import { deploymentOperations } from './deployment-operations.ts';
import { insightsOperations } from './insights-operations.ts';
import { jobOperations } from './job-operations.ts';
import { eventOperations, organizationOperations } from './organization-operations.ts';
import { pipelineOperations } from './pipeline-operations.ts';
import { policyOperations } from './policy-operations.ts';
import { projectOperations } from './project-operations.ts';
import { runnerOperations } from './runner-operations.ts';

/** The descriptions of the operations of API v2, by endpoint. */
const descriptions: OperationDescriptions = {
  ...organizationOperations,
  ...eventOperations,
  ...contextOperations,
  ...projectOperations,
  ...definitionOperations,
  ...pipelineOperations,
  ...jobOperations,
  ...policyOperations,
  ...deploymentOperations,
  ...runnerOperations,
  ...insightsOperations,
};

/** An operation that writes and names no body reads none. */
const withBody = ({ endpoint, binaryBody }: Route, description: OperationDescription): OperationDescription =>
  description.request || binaryBody || endpoint.startsWith('GET ') ? description : { ...description, request: emptyObject };

/** Adds a description from this list to a route that has none of its own. */
export const withDescription = (route: Route): Route => {
  const description = route.description ?? descriptions[route.endpoint];
  return description === undefined ? route : { ...route, description: withBody(route, description) };
};
