import { getWorkspaceRights, requireWorkspaceRight } from '../../access/permissions.ts';
import { notFound } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { parsePage, renderResourcePage } from '../../json-api/page.ts';
import type { ResourceObject } from '../../json-api/resource-object.ts';
import { okDocument, okDocuments } from '../../json-api/responses.ts';
import { requireWorkspace } from '../workspaces/require-workspace.ts';
import type { StateOutput, StoredWorkspace } from '../workspaces/stored.ts';
import { listOutputsDescription, outputDescription, outputsDescription } from './descriptions.ts';
import { toStateVersionId } from './parse-state-file.ts';
import { requireStateVersion } from './require-state-version.ts';
import type { StoredStateVersion } from './stored.ts';

/** The type of a value as the engine writes types, if the state does not have it. */
const describeType = (value: unknown): unknown => {
  if (Array.isArray(value)) return ['tuple', value.map(describeType)];
  if (value === null) return 'dynamic';
  if (typeof value !== 'object') return typeof value === 'boolean' ? 'bool' : typeof value;
  return ['object', Object.fromEntries(Object.entries(value).map(([name, member]) => [name, describeType(member)]))];
};

/** Who may read the state reads a sensitive value, and who reads one output by its ID; in the lists that others read too it is null. */
const renderStateOutput = ({ id, name, type, sensitive, value, detailedType }: StateOutput, showsSensitive: boolean): ResourceObject => ({
  id,
  type: 'state-version-outputs',
  attributes: {
    name,
    sensitive,
    type,
    'detailed-type': detailedType ?? describeType(value),
    value: sensitive && !showsSensitive ? null : value,
  },
  links: { self: `/api/v2/state-version-outputs/${id}` },
});
const renderListed = (output: StateOutput): ResourceObject => renderStateOutput(output, false);

const listCurrentOutputs = async (ctx: RequestContext): Promise<RouteResponse> => {
  const {
    id,
    body: { currentStateVersion },
  } = await requireWorkspace(ctx, 'read-state-outputs');
  const version = currentStateVersion === null ? undefined : await ctx.tx.get<StoredStateVersion>('state-versions', currentStateVersion);
  if (!version) throw notFound(`a current state version of ${id}`);
  return okDocuments(version.body.outputs.map(renderListed));
};

const listOutputs = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { scope, body } = await requireStateVersion(ctx, 'read-state-outputs');
  const workspace = await ctx.tx.get<StoredWorkspace>('workspaces', scope);
  const showsSensitive = (await getWorkspaceRights(ctx, workspace!)).has('read-state-versions');
  const page = parsePage(ctx);
  const outputs = (body.status === 'pending' ? [] : body.outputs).map((output) => renderStateOutput(output, showsSensitive));
  return renderResourcePage(ctx, page, outputs.length, outputs.slice(page.offset, page.offset + page.size));
};

const findOutput = async (
  ctx: RequestContext,
  id: string,
): Promise<{ readonly output: StateOutput; readonly workspace: Parameters<typeof getWorkspaceRights>[1] } | undefined> => {
  const version = await ctx.tx.get<StoredStateVersion>('state-versions', toStateVersionId(id));
  const output = version?.body.status === 'pending' ? undefined : version?.body.outputs.find((one) => one.id === id);
  const workspace = output && (await ctx.tx.get<StoredWorkspace>('workspaces', version!.scope));
  return output && workspace && { output, workspace };
};

const showOutput = async (ctx: RequestContext): Promise<RouteResponse> => {
  const id = ctx.params['state_version_output_id']!;
  const what = `the output ${id}`;
  const found = await findOutput(ctx, id);
  if (!found) throw notFound(what);
  await requireWorkspaceRight(ctx, 'read-state-outputs', found.workspace, what);
  return okDocument(renderStateOutput(found.output, true));
};

/** Outputs for `include` that the caller can read, without sensitive values. */
export const loadStateOutputs = async (ctx: RequestContext, ids: readonly string[]): Promise<readonly ResourceObject[]> => {
  const wanted = new Set(ids);
  const versions = await ctx.tx.getMany<StoredStateVersion>('state-versions', [...new Set(ids.map(toStateVersionId))]);
  const workspaces = await ctx.tx.getMany<StoredWorkspace>('workspaces', [...new Set(versions.map(({ scope }) => scope))]);
  const readable = new Set<string>();
  for (const workspace of workspaces) if ((await getWorkspaceRights(ctx, workspace)).has('read-state-outputs')) readable.add(workspace.id);
  return versions
    .filter(({ scope }) => readable.has(scope))
    .flatMap(({ body }) => body.outputs.filter(({ id }) => wanted.has(id)).map(renderListed));
};

/** Routes that `terraform output` uses. */
export const routes = [
  route('GET /workspaces/{workspace_id}/current-state-version-outputs', listCurrentOutputs, {
    purposes: ['run'],
    description: outputsDescription,
  }),
  route('GET /state-versions/{state_version_id}/outputs', listOutputs, { description: listOutputsDescription }),
  route('GET /state-version-outputs/{state_version_output_id}', showOutput, { purposes: ['run'], description: outputDescription }),
];
