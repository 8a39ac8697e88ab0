import { freeObject, stringValue } from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import { notFound, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type Route, type RouteResponse, route } from '../../http/route.ts';
import { describeResponseList, type DocumentShape, listParameters } from '../../json-api/describe-document.ts';
import { parsePage, renderResourcePage } from '../../json-api/page.ts';
import { describeNoun } from '../../nouns/describe-noun.ts';
import { notificationConfiguration } from '../notification-configurations/notification-configurations.ts';
import { requireStack } from './require-stack.ts';

/** Why nothing of a stack is executed, and what is (decision 172). */
const notEvaluated =
  'this service keeps stacks as documents and does not evaluate their configurations; ' +
  'deploy each component with a workspace of the same project, which executes runs of configuration versions';

/** What would begin with a configuration. Throws 422; 404 for a stack that the caller may not change. */
const refuse = async (ctx: RequestContext): Promise<RouteResponse> => {
  await requireStack(ctx, 'manage-stacks');
  throw unprocessable(notEvaluated);
};

/** What a configuration would have made: nothing, since there is none. */
const listNothing = async (ctx: RequestContext): Promise<RouteResponse> => {
  await requireStack(ctx, 'read');
  return renderResourcePage(ctx, parsePage(ctx), 0, []);
};

const ofStack = { stack: { to: 'stacks' } } as const;
/** By the last part of the path, which is the type as well. */
const lists: { readonly [type: string]: Omit<DocumentShape, 'type'> } = {
  'stack-configurations': { attributes: { status: stringValue }, relationships: ofStack },
  'stack-configuration-summaries': {
    attributes: { status: stringValue },
    relationships: { 'stack-configuration': { to: 'stack-configurations' } },
  },
  'stack-deployments': { attributes: { name: stringValue }, relationships: ofStack },
  'stack-states': { attributes: { status: stringValue }, relationships: ofStack },
};

const listRoutes = Object.entries(lists).map(([type, shape]) =>
  route(`GET /stacks/{stack_id}/${type}`, listNothing, {
    description: {
      summary: `Lists the ${type.replaceAll('-', ' ')} of a stack: there are none.`,
      query: listParameters,
      responses: { 200: describeResponseList({ type, ...shape }) },
    },
  }),
);

const refusals = [
  route('POST /stacks/{stack_id}/stack-configurations', refuse, {
    description: {
      summary: 'Refused: the service does not evaluate configurations of stacks.',
      query: { source: textParameter('`manual`, `fetch` or `reuse`: where the content would come from.') },
      request: freeObject,
      responses: {},
    },
  }),
  route('POST /stacks/{stack_id}/fetch-latest-from-vcs', refuse, {
    description: { summary: 'Refused: the service does not evaluate configurations of stacks.', request: freeObject, responses: {} },
  }),
  route('GET /stacks/{stack_id}/notification-configurations', listNothing, {
    description: {
      ...describeNoun(notificationConfiguration).list,
      summary: 'Lists the notification configurations of a stack: there are none.',
    },
  }),
  route('POST /stacks/{stack_id}/notification-configurations', refuse, {
    description: { summary: 'Refused: nothing happens in a stack that the service could tell.', request: freeObject, responses: {} },
  }),
];

/** What has an ID and never exists here, with the paths below it. `{…}` of the first is the ID. */
const unknown: { readonly [collection: string]: readonly string[] } = {
  'stack-configurations/{stack_configuration_id}': [
    'GET ',
    'GET /json-schemas',
    'GET /source-bundle',
    'GET /stack-deployment-group-summaries',
    'GET /stack-deployment-groups',
    'GET /stack-deployment-groups/{stack_deployment_group_name}',
    'GET /stack-diagnostics',
    'GET /upload-url',
  ],
  'stack-deployment-groups/{stack_deployment_group_id}': ['GET ', 'GET /stack-deployment-runs', 'POST /approve-all-plans', 'POST /rerun'],
  'stack-deployment-runs/{stack_deployment_run_id}': ['GET ', 'GET /stack-deployment-steps', 'POST /approve-all-plans', 'POST /cancel'],
  'stack-deployment-steps/{stack_deployment_step_id}': ['GET ', 'GET /artifacts', 'GET /stack-diagnostics', 'POST /advance'],
  'stack-diagnostics/{stack_diagnostic_id}': ['GET '],
  'stack-states/{stack_state_id}': ['GET ', 'GET /description'],
  'stack-approvals/{stack_approval_id}': ['GET '],
};

/** The parameters of these reads and actions; an answer of 404 does not depend on them. */
const unknownQueries: { readonly [row: string]: string | undefined } = {
  'POST /rerun': 'deployments',
  'GET /artifacts': 'name',
};

const unknownRoutes: readonly Route[] = Object.entries(unknown).flatMap(([item, rows]) => {
  const [, parameter] = /\{(.+)\}/.exec(item)!;
  const label = parameter!.replace(/_id$/, '').replaceAll('_', ' ');
  const refuseUnknown = async (ctx: RequestContext): Promise<RouteResponse> => {
    throw notFound(`the ${label} ${ctx.params[parameter!]}`);
  };
  return rows.map((row) => {
    const [method, below] = row.split(' ') as [string, string];
    const own = unknownQueries[row];
    const query = { ...(method === 'GET' ? listParameters : {}), ...(own === undefined ? {} : { [own]: textParameter('Has no effect.') }) };
    const summary = `Refused: there is no ${label}, because the service evaluates no configuration of a stack.`;
    return route(`${method} /${item}${below}`, refuseUnknown, { description: { summary, query, responses: {} } });
  });
});

const ofDeployment = 'GET /stacks/{stack_id}/stack-deployments/{deployment_name}';
const deploymentRoutes = [ofDeployment, `${ofDeployment}/stack-deployment-runs`].map((endpoint) =>
  route(
    endpoint,
    async (ctx: RequestContext): Promise<RouteResponse> => {
      const { id } = await requireStack(ctx, 'read');
      throw notFound(`the deployment "${ctx.params['deployment_name']}" of the stack ${id}`);
    },
    { description: { summary: 'Refused: a stack has no deployments here.', query: listParameters, responses: {} } },
  ),
);

export const routes: readonly Route[] = [listRoutes, refusals, unknownRoutes, deploymentRoutes].flat();
