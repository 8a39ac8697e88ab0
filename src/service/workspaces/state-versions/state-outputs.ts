import type { ResourceObject } from '../../json-api/resource-object.ts';
import { okDocuments } from '../../json-api/responses.ts';
import { notFound } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { requireWorkspace } from '../workspaces/require-workspace.ts';
import type { StoredStateVersion } from './stored.ts';
import type { StateOutput } from '../workspaces/stored.ts';

/** The type of a value as the engine writes types; the more exact type of the state is not kept. */
const describeType = (value: unknown): unknown => {
  if (Array.isArray(value)) return ['tuple', value.map(describeType)];
  if (value === null) return 'dynamic';
  if (typeof value !== 'object') return typeof value === 'boolean' ? 'bool' : typeof value;
  return ['object', Object.fromEntries(Object.entries(value).map(([name, member]) => [name, describeType(member)]))];
};

const renderStateOutput = ({ id, name, type, sensitive, value }: StateOutput): ResourceObject => ({
  id,
  type: 'state-version-outputs',
  attributes: { name, sensitive, type, 'detailed-type': describeType(value), value: sensitive ? null : value },
});

const listCurrentOutputs = async (ctx: RequestContext): Promise<RouteResponse> => {
  const {
    id,
    body: { currentStateVersion },
  } = await requireWorkspace(ctx, 'read-state-outputs');
  const version = currentStateVersion === null ? undefined : await ctx.tx.get<StoredStateVersion>('state-versions', currentStateVersion);
  if (!version) throw notFound(`a current state version of ${id}`);
  return okDocuments(version.body.outputs.map(renderStateOutput));
};

/** What `terraform output` asks of a workspace. */
export const routes = [route('GET /workspaces/{workspace_id}/current-state-version-outputs', listCurrentOutputs)];
