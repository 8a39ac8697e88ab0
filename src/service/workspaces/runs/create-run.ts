import { requireWorkspaceRight } from '../../access/permissions.ts';
import type { WorkspaceRight } from '../../access/workspace-rights.ts';
import { notFound, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { type JsonObject, parseDocument, parseToOne } from '../../json-api/parse-document.ts';
import { createdDocument } from '../../json-api/responses.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { resolveExecution } from '../workspaces/execution.ts';
import { loadWorkspaceParents } from '../workspaces/require-workspace.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { renderRun } from './runs.ts';
import { startRun } from './start-run.ts';

const attributeTypes = {
  message: 'text?',
  'is-destroy': 'flag?',
  'auto-apply': 'flag?',
  'plan-only': 'flag?',
  refresh: 'flag?',
} as const;
/** What a run of the hosted service can be told, and only an engine can do. Clients send the values that ask for nothing, too. */
const engineAttributes = [
  'refresh-only',
  'save-plan',
  'target-addrs',
  'replace-addrs',
  'variables',
  'allow-config-generation',
  'allow-empty-apply',
  'invoke-action-addrs',
  'policy-paths',
  'debugging-mode',
  'terraform-version',
  'engine-version',
];
const asksForNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === false || value === '' || (Array.isArray(value) && value.length === 0);

/** 422 for what the run could not do: an attribute is obeyed or refused, never ignored. */
const requireSupported = (attributes: JsonObject): void => {
  throwIfInvalid([
    ...validateTypes(attributes, attributeTypes, false),
    ...Object.keys(attributes)
      .filter((name) => !Object.hasOwn(attributeTypes, name) && !(engineAttributes.includes(name) && asksForNothing(attributes[name])))
      .map((name) => ({
        detail: engineAttributes.includes(name)
          ? `runs of this service follow a script, without an engine, and cannot obey ${name}`
          : `"${name}" is no attribute of a new run; expected ${Object.keys(attributeTypes).join(', ')}`,
        pointer: `/data/attributes/${name}`,
      })),
  ]);
  if (attributes['plan-only'] === true && attributes['auto-apply'] === true)
    throw unprocessable('a run with plan-only is never applied; leave out auto-apply', '/data/attributes/auto-apply');
};

/** 422 where no run can happen: the workspace only stores the state of runs elsewhere. */
export const requireRunsHere = async (
  ctx: RequestContext,
  { scope, body }: StoredRecord<StoredWorkspace>,
  pointer?: string,
): Promise<void> => {
  if (resolveExecution(body.attributes, await loadWorkspaceParents(ctx, scope, body.project)).mode === 'local')
    throw unprocessable(
      `the execution mode of the workspace "${body.name}" is local: its runs happen where the engine is started`,
      pointer,
    );
};

const requireWorkspaceOfRun = async (
  ctx: RequestContext,
  relationships: JsonObject,
  right: WorkspaceRight,
): Promise<StoredRecord<StoredWorkspace>> => {
  const reference = parseToOne(relationships, 'workspace', 'workspaces');
  const pointer = '/data/relationships/workspace/data';
  if (!reference) throw unprocessable('a run needs a workspace', pointer);
  const what = `the workspace ${reference.id}`;
  const workspace = await ctx.tx.get<StoredWorkspace>('workspaces', reference.id);
  if (!workspace) throw notFound(what);
  await requireWorkspaceRight(ctx, right, workspace, what);
  await requireRunsHere(ctx, workspace, pointer);
  return workspace;
};

const createRun = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { attributes, relationships } = parseDocument(ctx, 'runs');
  requireSupported(attributes);
  const isDestroy = attributes['is-destroy'] === true;
  const planOnly = attributes['plan-only'] === true;
  const workspace = await requireWorkspaceOfRun(ctx, relationships, isDestroy && !planOnly ? 'queue-destroy' : 'queue-run');
  const { attributes: chosen } = workspace.body;
  if (isDestroy && chosen['allow-destroy-plan'] === false)
    throw unprocessable('allow-destroy-plan of this workspace is false', '/data/attributes/is-destroy');
  const version = parseToOne(relationships, 'configuration-version', 'configuration-versions');
  if (version)
    throw unprocessable(
      `there is no configuration version ${version.id}: this service keeps none`,
      '/data/relationships/configuration-version/data/id',
    );
  const run = await startRun(ctx, workspace, {
    kind: 'plain',
    message: (attributes['message'] as string | null | undefined) ?? '',
    isDestroy,
    aim: {},
    autoApply: !planOnly && ((attributes['auto-apply'] as boolean | null | undefined) ?? chosen['auto-apply'] === true),
    ...(planOnly ? { planOnly } : {}),
    ...(attributes['refresh'] === false ? { refresh: false } : {}),
  });
  return createdDocument(renderRun(run));
};

export const routes = [route('POST /runs', createRun)];
