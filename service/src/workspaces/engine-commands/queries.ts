import { requireWorkspaceRight } from '../../access/permissions.ts';
import type { WorkspaceRight } from '../../access/workspace-rights.ts';
import { notFound, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { listResources } from '../../json-api/page.ts';
import { type JsonObject, parseDocument } from '../../json-api/parse-document.ts';
import { renderToOne, type ResourceObject } from '../../json-api/resource-object.ts';
import { createdDocument, okDocument } from '../../json-api/responses.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { requireConfigurationOfRun } from '../configuration-versions/run-configuration.ts';
import { parseConfiguration, requireWorkspaceOfRun } from '../runs/create-run.ts';
import { isEngineUsed } from '../runs/is-engine-used.ts';
import { parseRunOptions, validateRunVariables } from '../runs/parse-new-run.ts';
import { renderAuthor, renderRunVariables } from '../runs/render-runs.ts';
import { markSecretVariables } from '../runs/secret-run-variables.ts';
import { resolveExecution } from '../workspaces/execution.ts';
import { loadWorkspaceParents, requireWorkspace } from '../workspaces/require-workspace.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { createLogRoute, renderLogAddress } from './command-log.ts';
import { cancelCommand, forceCancelCommand } from './end-command.ts';
import { createQueryDescription, describeCommandAction, listQueriesDescription, showQueryDescription } from './describe-commands.ts';
import { startCommand } from './start-command.ts';
import type { StoredEngineCommand } from './stored.ts';

type QueryRecord = StoredRecord<StoredEngineCommand>;

const timestampNames = { pending: 'queuing-at', 'force-canceled': 'force-canceled-at' } as const;

const renderQuery = (ctx: RequestContext, record: QueryRecord): ResourceObject => {
  const { id, scope, body } = record;
  const { command, reached } = body;
  return {
    id,
    type: 'queries',
    attributes: {
      status: body.status,
      source: body.source,
      'created-at': body.createdAt,
      'status-timestamps': Object.fromEntries(
        Object.entries(reached).map(([status, at]) => [timestampNames[status as 'pending'] ?? `${status}-at`, at]),
      ),
      'engine-version': body.engineVersion ?? null,
      variables: renderRunVariables(body.options),
      'generate-config-out': command.name === 'query' && command.generatesConfiguration,
      'log-read-url': renderLogAddress(ctx, record, 'queries'),
    },
    relationships: {
      workspace: renderToOne('workspaces', scope),
      'configuration-version': renderToOne('configuration-versions', body.configurationVersion),
      'created-by': renderAuthor(body.createdBy),
      'canceled-by': renderAuthor(body.canceledBy),
    },
    links: { self: `/api/v2/queries/${id}` },
  };
};

/** Agents take runs only. Throws 422. */
const requireNoAgents = async (ctx: RequestContext, { scope, body }: StoredRecord<StoredWorkspace>): Promise<void> => {
  if (!isEngineUsed(ctx.settings)) return;
  const { mode } = resolveExecution(body.attributes, await loadWorkspaceParents(ctx, scope, body.project));
  if (mode !== 'agent') return;
  throw unprocessable(
    `the execution mode of the workspace "${body.name}" is agent: agents execute runs, but no queries`,
    '/data/relationships/workspace/data',
  );
};

const attributeTypes = { source: 'text?', 'engine-version': 'text?', 'generate-config-out': 'flag?' } as const;

const validateQuery = (attributes: JsonObject): void => {
  throwIfInvalid([...validateTypes(attributes, attributeTypes, true), ...validateRunVariables(attributes)]);
  if (String(attributes['engine-version'] ?? '').length > 255) throw unprocessable('expected a version', '/data/attributes/engine-version');
};

const createQuery = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { attributes, relationships } = parseDocument(ctx, 'queries');
  validateQuery(attributes);
  const workspace = await requireWorkspaceOfRun(ctx, relationships, 'a query');
  await requireNoAgents(ctx, workspace);
  const given = await parseConfiguration(ctx, workspace, relationships);
  const configuration = given ?? (await requireConfigurationOfRun(ctx, workspace));
  const { status } = configuration.body;
  if (status !== 'uploaded')
    throw unprocessable(
      `the configuration version ${configuration.id} is ${status}: a query needs one whose content is there`,
      '/data/relationships/configuration-version/data/id',
    );
  const variables = attributes['variables'];
  const options = await markSecretVariables(ctx.tx, workspace, parseRunOptions({ variables }));
  const query = await startCommand(ctx, workspace.id, {
    command: { name: 'query', generatesConfiguration: attributes['generate-config-out'] !== false },
    organization: workspace.scope,
    configurationVersion: configuration.id,
    engineVersion: (attributes['engine-version'] as string | null | undefined) || workspace.body.attributes['engine-version'],
    ...(options ? { options } : {}),
    source: 'tfe-api',
  });
  return createdDocument(renderQuery(ctx, query));
};

/** The query of the path. Throws 404 unless the caller has the right in its workspace. */
const requireQuery = async (ctx: RequestContext, right: WorkspaceRight): Promise<QueryRecord> => {
  const id = ctx.params['query_id']!;
  const query = await ctx.tx.get<StoredEngineCommand>('engine-commands', id);
  const workspace = query?.body.command.name === 'query' && (await ctx.tx.get<StoredWorkspace>('workspaces', query.scope));
  if (!query || !workspace) throw notFound(`the query ${id}`);
  await requireWorkspaceRight(ctx, right, workspace, `the query ${id}`);
  return query;
};

const listQueries = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { id: scope } = await requireWorkspace(ctx, 'read-run');
  return listResources<StoredEngineCommand>(
    ctx,
    { kind: 'engine-commands', scope },
    async (records) => records.map((record) => renderQuery(ctx, record)),
    { order: { by: 'seq', descending: true } },
  );
};

const createAction =
  (act: typeof cancelCommand, right: WorkspaceRight) =>
  async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
    await act(ctx, await requireQuery(ctx, right), 'query');
    return { status: 202 };
  };

const path = '/queries/{query_id}';
export const routes = [
  route('POST /queries', createQuery, { description: createQueryDescription }),
  route('GET /workspaces/{workspace_id}/queries', listQueries, { description: listQueriesDescription }),
  route(`GET ${path}`, async (ctx) => okDocument(renderQuery(ctx, await requireQuery(ctx, 'read-run'))), {
    description: showQueryDescription,
  }),
  route(`POST ${path}/actions/cancel`, createAction(cancelCommand, 'queue-run'), describeCommandAction('Cancels a query.')),
  route(
    `POST ${path}/actions/force-cancel`,
    createAction(forceCancelCommand, 'force-cancel'),
    describeCommandAction('Ends a query that ignores its cancellation, a minute after that.'),
  ),
  createLogRoute(`GET ${path}/logs/{secret}`, 'query_id', 'query', 'a query'),
];
