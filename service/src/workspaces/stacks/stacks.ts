import { requireOrganization } from '../../access/permissions.ts';
import { stringValue } from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import { badRequest, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { type DocumentShape, describeRequestList, describeResponseList, listParameters } from '../../json-api/describe-document.ts';
import { listResources } from '../../json-api/page.ts';
import { parseIds } from '../../json-api/parse-document.ts';
import { noContent } from '../../json-api/responses.ts';
import { requireVariableSet } from '../variable-sets/require-variable-set.ts';

const noStacks = 'this service has no stacks';

const sortOrders: readonly string[] = ['name', '-name', 'updated-at', '-updated-at'];

/** Organizations have no stacks: lists are empty, and requests that name one fail (decision 89). */
const listStacks = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { name: scope } = (await requireOrganization(ctx)).body;
  const sort = ctx.query.get('sort');
  if (sort && !sortOrders.includes(sort)) throw badRequest(`sort is "${sort}"; expected ${sortOrders.join(', ')}`, 'sort');
  return listResources(ctx, { kind: 'stacks', scope }, async () => []);
};

/** Accepts an empty list of stacks, which changes nothing. */
const changeStacksOfSet = async (ctx: RequestContext): Promise<RouteResponse> => {
  await requireVariableSet(ctx, 'manage');
  if (parseIds(ctx, 'stacks').length > 0) throw unprocessable(noStacks, '/data/0/id');
  return noContent;
};

const shape: DocumentShape = {
  type: 'stacks',
  attributes: { name: stringValue },
  relationships: { project: { to: 'projects' }, organization: { to: 'organizations' } },
};
const attached = { request: describeRequestList('stacks'), responses: { 204: null } };

export const routes = [
  route('GET /organizations/{organization_name}/stacks', listStacks, {
    description: {
      summary: 'Lists the stacks of an organization: there are none.',
      query: {
        ...listParameters,
        'filter[project][id]': textParameter('The ID of a project.'),
        'search[name]': textParameter('A part of the name.'),
        sort: textParameter('`name` or `updated-at`; a minus sign reverses the order.'),
      },
      responses: { 200: describeResponseList(shape) },
    },
  }),
  route('POST /varsets/{varset_id}/relationships/stacks', changeStacksOfSet, {
    description: { summary: 'Applies a variable set to stacks: there are none, so that only an empty list is accepted.', ...attached },
  }),
  route('DELETE /varsets/{varset_id}/relationships/stacks', changeStacksOfSet, {
    description: { summary: 'Takes a variable set away from stacks: there are none, so that only an empty list is accepted.', ...attached },
  }),
];
