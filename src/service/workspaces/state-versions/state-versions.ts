import { type ResourceObject, renderToMany, renderToOne } from '../../json-api/resource-object.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import { listResources } from '../../json-api/page.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument, okDocument } from '../../json-api/responses.ts';
import { badRequest, conflict, notFound, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { findMembership, requireWorkspaceRight } from '../../access/permissions.ts';
import type { WorkspaceRight } from '../../access/workspace-rights.ts';
import { requireWorkspace } from '../workspaces/require-workspace.ts';
import { isHeldByCaller, describeLockHolder } from '../workspaces/lock.ts';
import { parseStateFile } from './parse-state-file.ts';
import { toCurrentState, type StoredStateVersion } from './stored.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';

/** State as far as locks, safe deletion and consumers need it: written under a lock, final once its content is there. */
interface StateContent {
  readonly text: string;
}

export const renderStateVersion = (ctx: RequestContext, { id, scope, body }: StoredRecord<StoredStateVersion>): ResourceObject => {
  const address = (what: string): string | null =>
    body.secret === undefined ? null : `${ctx.origin}/api/v2/state-versions/${id}/${what}/${body.secret}`;
  return {
    id,
    type: 'state-versions',
    attributes: {
      serial: body.serial,
      lineage: body.lineage,
      md5: body.md5,
      status: body.status,
      intermediate: body.intermediate,
      'created-at': body.createdAt,
      'resource-count': body.resourceCount,
      'resources-processed': body.status === 'finalized',
      'hosted-state-download-url': body.status === 'finalized' ? address('download') : null,
      'hosted-state-upload-url': body.status === 'pending' ? address('upload') : null,
      // The engine sends the state a second time, as people read it.
      ...(ctx.dialect === 'hosted'
        ? { 'hosted-json-state-download-url': address('json-download'), 'hosted-json-state-upload-url': address('json-upload') }
        : {}),
    },
    relationships: {
      workspace: renderToOne('workspaces', scope),
      outputs: renderToMany(
        'state-version-outputs',
        body.outputs.map((output) => output.id),
      ),
    },
    links: { self: `/api/v2/state-versions/${id}` },
  };
};

/** The version with its content; it is the workspace's current one now, unless it is intermediate. */
const finalizeStateVersion = async (
  ctx: RequestContext<Transaction>,
  version: StoredRecord<StoredStateVersion>,
  bytes: Uint8Array,
  pointer: string,
): Promise<StoredRecord<StoredStateVersion>> => {
  const { tx } = ctx;
  const { text, ...read } = parseStateFile(ctx, bytes, version.body.md5, pointer);
  const next = await tx.update<StoredStateVersion>(version, {
    body: { ...version.body, ...read, lineage: version.body.lineage ?? read.lineage, status: 'finalized' },
  });
  await tx.insert<StateContent>({
    id: ctx.newId('sc'),
    kind: 'state-contents',
    scope: version.scope,
    key: version.id,
    name: '',
    body: { text },
  });
  const workspace = await tx.get<StoredWorkspace>('workspaces', version.scope);
  if (workspace && !next.body.intermediate)
    await tx.update<StoredWorkspace>(workspace, { body: { ...workspace.body, ...toCurrentState(next) } });
  return next;
};

/** The serial of a new state version. Throws 422 unless it is a number, 409 unless it is above the current one. */
const requireNextSerial = async (ctx: RequestContext, { body }: StoredRecord<StoredWorkspace>, serial: unknown): Promise<number> => {
  if (!Number.isInteger(serial) || (serial as number) < 0) throw unprocessable('expected a whole number', '/data/attributes/serial');
  const id = body.currentStateVersion;
  const current = id === null ? undefined : await ctx.tx.get<StoredStateVersion>('state-versions', id);
  if (current && (serial as number) <= current.body.serial)
    throw conflict(`the serial ${serial} is not above that of the current state version, ${current.body.serial}`);
  return serial as number;
};

const createStateVersion = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const workspace = await requireWorkspace(ctx, 'create-state-versions');
  const { attributes } = parseDocument(ctx, 'state-versions');
  const types = { serial: 'number!', md5: 'text?', lineage: 'text?', state: 'text?', intermediate: 'flag' } as const;
  throwIfInvalid(validateTypes(attributes, types, true));
  const { lock } = workspace.body;
  if (!lock) throw conflict('the workspace is not locked: lock it before its state is written');
  if (!isHeldByCaller(ctx, lock.holder)) throw conflict(`the workspace is locked by ${describeLockHolder(lock)}`);
  const serial = await requireNextSerial(ctx, workspace, attributes['serial']);
  const id = ctx.newId('sv');
  const readText = (name: string): string | null => (attributes[name] as string | null | undefined) ?? null;
  const body: StoredStateVersion = {
    status: 'pending',
    intermediate: attributes['intermediate'] === true,
    serial,
    lineage: readText('lineage'),
    md5: readText('md5'),
    resourceCount: 0,
    outputs: [],
    createdAt: ctx.clock.now().toISOString(),
    secret: ctx.newId('x').slice(2) + ctx.newId('x').slice(2),
  };
  const version = await ctx.tx.insert<StoredStateVersion>({ id, kind: 'state-versions', scope: workspace.id, key: id, name: '', body });
  const state = readText('state');
  if (state === null) return createdDocument(renderStateVersion(ctx, version));
  const finalized = await finalizeStateVersion(ctx, version, Buffer.from(state, 'base64'), '/data/attributes/state');
  return createdDocument(renderStateVersion(ctx, finalized));
};

const requireStateVersion = async (ctx: RequestContext, right: WorkspaceRight): Promise<StoredRecord<StoredStateVersion>> => {
  const id = ctx.params['state_version_id']!;
  const version = await ctx.tx.get<StoredStateVersion>('state-versions', id);
  const workspace = version && (await ctx.tx.get<StoredWorkspace>('workspaces', version.scope));
  const what = `the state version ${id}`;
  if (!version || !workspace) throw notFound(what);
  await requireWorkspaceRight(ctx, right, workspace, what);
  return version;
};
/** The state version of a secret address; 404 unless the secret is right. Needs no token. */
export const requireStateBySecret = async (ctx: RequestContext): Promise<StoredRecord<StoredStateVersion>> => {
  const { state_version_id: id, secret } = ctx.params;
  const version = await ctx.tx.get<StoredStateVersion>('state-versions', id!);
  if (!version || version.body.secret === undefined || version.body.secret !== secret) throw notFound('the state');
  return version;
};

const uploadState = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const version = await requireStateBySecret(ctx);
  if (version.body.status === 'discarded')
    throw conflict('the workspace was unlocked before the content of this state version was uploaded; create another under a lock');
  if (version.body.status === 'finalized') throw conflict('the content of this state version was already uploaded');
  if (!(ctx.body instanceof Uint8Array)) throw unprocessable('expected the state file as the body of the request');
  await finalizeStateVersion(ctx, version, ctx.body, '');
  return { status: 200 };
};
const downloadState = async (ctx: RequestContext): Promise<RouteResponse> => {
  const version = await requireStateBySecret(ctx);
  const content = await ctx.tx.getByKey<StateContent>('state-contents', version.scope, version.id);
  if (!content) throw notFound('the state');
  return { status: 200, headers: { 'content-type': 'application/json' }, body: new TextEncoder().encode(content.body.text) };
};

const showCurrentStateVersion = async (ctx: RequestContext): Promise<RouteResponse> => {
  const {
    id,
    body: { currentStateVersion },
  } = await requireWorkspace(ctx, 'read-state-versions');
  const version = currentStateVersion === null ? undefined : await ctx.tx.get<StoredStateVersion>('state-versions', currentStateVersion);
  if (!version) throw notFound(`a current state version of ${id}`);
  return okDocument(renderStateVersion(ctx, version));
};

const listStateVersions = async (ctx: RequestContext): Promise<RouteResponse> => {
  const [organization, name] = ['filter[organization][name]', 'filter[workspace][name]'].map((parameter) => {
    const text = ctx.query.get(parameter);
    if (!text) throw badRequest(`expected ${parameter}`, parameter);
    return text;
  }) as [string, string];
  const workspace = findMembership(ctx, organization) && (await ctx.tx.getByKey<StoredWorkspace>('workspaces', organization, name));
  const what = `the workspace "${name}"`;
  if (!workspace) throw notFound(what);
  await requireWorkspaceRight(ctx, 'read-state-versions', workspace, what);
  return listResources<StoredStateVersion>(
    ctx,
    { kind: 'state-versions', scope: workspace.id },
    async (versions) => versions.map((version) => renderStateVersion(ctx, version)),
    { order: { by: 'seq', descending: true } },
  );
};

/** Not in the specification's tables, in the hosted service's shapes. */
export const routes = [
  route('POST /workspaces/{workspace_id}/state-versions', createStateVersion),
  route('GET /workspaces/{workspace_id}/current-state-version', showCurrentStateVersion),
  route('GET /state-versions', listStateVersions),
  route('GET /state-versions/{state_version_id}', async (ctx) =>
    okDocument(renderStateVersion(ctx, await requireStateVersion(ctx, 'read-state-versions'))),
  ),
  route('PUT /state-versions/{state_version_id}/upload/{secret}', uploadState, { anonymous: true, binaryBody: true }),
  route('GET /state-versions/{state_version_id}/download/{secret}', downloadState, { anonymous: true }),
];
