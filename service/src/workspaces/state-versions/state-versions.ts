import { findMembership, requireWorkspaceRight } from '../../access/permissions.ts';
import { badRequest, conflict, notFound, unprocessable } from '../../http/problem.ts';
import { type PreparationContext, type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { listResources } from '../../json-api/page.ts';
import { okDocument } from '../../json-api/responses.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { requireWorkspace } from '../workspaces/require-workspace.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { readContent, stageContent, type StagedContent } from './content.ts';
import { type PreparedState, prepareState, readSmallState, smallState } from './reading/read-in-worker.ts';
import { stateDownload, listStatesDescription, stateDescription, stateUpload } from './descriptions.ts';
import { findCurrentStateDocument, renderStateVersions } from './render-state-version.ts';
import { mayUploadState, requireStateInWorkspace } from './require-state-version.ts';
import { finalizeStateVersion } from './save-state.ts';
import { requireSameState } from './require-same-state.ts';
import { requireStateOfAddress } from './state-addresses.ts';
import type { StoredStateVersion } from './stored.ts';

interface PreparedUpload extends PreparedState {
  readonly content?: StagedContent;
}

/** Parses a large upload before the transaction, if its signed address is valid. */
const prepareUpload = async (ctx: PreparationContext): Promise<PreparedUpload | undefined> => {
  if (!(ctx.body instanceof Uint8Array) || ctx.body.length <= smallState) return undefined;
  const version = await ctx.read((view) => requireStateOfAddress(view, 'upload'));
  const { id, scope, body } = version;
  const state = await prepareState({ version: id, bytes: ctx.body, md5: body.md5, pointer: '' });
  if (body.status !== 'pending') return state;
  requireSameState(body, state.take());
  return { ...state, content: await stageContent(ctx, { kind: 'state-contents', scope, version: id }, ctx.body) };
};

/** Reads a small upload in the transaction. */
const readUpload = async (
  { clock, tx }: RequestContext<Transaction>,
  { id, scope, body }: StoredRecord<StoredStateVersion>,
  bytes: Uint8Array,
): Promise<PreparedUpload> => {
  const state = readSmallState({ version: id, bytes, md5: body.md5, pointer: '' });
  if (body.status !== 'pending') return state;
  requireSameState(body, state.take());
  const place = { kind: 'state-contents', scope, version: id } as const;
  return { ...state, content: await stageContent({ clock, write: (work) => work(tx) }, place, bytes) };
};

const uploadState = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const version = await requireStateOfAddress(ctx, 'upload');
  const { status, md5 } = version.body;
  if (status === 'discarded')
    throw conflict('the workspace was unlocked before the content of this state version was uploaded; create another under a lock');
  if (!(ctx.body instanceof Uint8Array)) throw unprocessable('expected the state file as the body of the request');
  const prepared = (ctx.prepared as PreparedUpload | undefined) ?? (await readUpload(ctx, version, ctx.body));
  if (status !== 'pending') {
    if (status === 'finalized' && md5 === prepared.md5) return { status: 200 };
    throw conflict('the content of this state version was already uploaded');
  }
  const { content, take } = prepared;
  await finalizeStateVersion(ctx, version, content!, take());
  return { status: 200 };
};

const downloadState = async (ctx: RequestContext): Promise<RouteResponse> => {
  const version = await requireStateOfAddress(ctx, 'download');
  const place = { kind: 'state-contents', scope: version.scope, version: version.id } as const;
  const content = version.body.status === 'finalized' ? await readContent(ctx.tx, place) : undefined;
  if (!content) throw notFound('the state');
  return { status: 200, headers: { 'content-type': 'application/json' }, body: content };
};

const showCurrentStateVersion = async (ctx: RequestContext): Promise<RouteResponse> => {
  const {
    id,
    body: { currentStateVersion },
  } = await requireWorkspace(ctx, 'read-state-versions');
  const version = currentStateVersion === null ? undefined : await findCurrentStateDocument(ctx, currentStateVersion);
  if (!version) throw notFound(`a current state version of ${id}`);
  return okDocument(version);
};

const isPending = ({ body }: StoredRecord<StoredStateVersion>): boolean => body.status === 'pending';

const showStateVersion = async (ctx: RequestContext): Promise<RouteResponse> => {
  const { version, workspace } = await requireStateInWorkspace(ctx, 'read-state-versions');
  const mayUpload = isPending(version) && (await mayUploadState(ctx, workspace));
  return okDocument((await renderStateVersions(ctx, [version], mayUpload))[0]!);
};

const listStateVersions = async (ctx: RequestContext): Promise<RouteResponse> => {
  const [organization, name] = ['filter[organization][name]', 'filter[workspace][name]'].map((parameter) => {
    const text = ctx.query.get(parameter);
    if (!text) throw badRequest(`expected ${parameter}`, parameter);
    return text;
  }) as [string, string];
  const status = ctx.query.get('filter[status]');
  const workspace = findMembership(ctx, organization) && (await ctx.tx.getByKey<StoredWorkspace>('workspaces', organization, name));
  const what = `the workspace "${name}"`;
  if (!workspace) throw notFound(what);
  await requireWorkspaceRight(ctx, 'read-state-versions', workspace, what);
  return listResources<StoredStateVersion>(
    ctx,
    { kind: 'state-versions', scope: workspace.id, ...(status ? { body: [{ path: 'status', is: status.split(',') }] } : {}) },
    async (versions) => renderStateVersions(ctx, versions, versions.some(isPending) && (await mayUploadState(ctx, workspace))),
    { order: { by: 'seq', descending: true } },
  );
};

const [uploadPath, downloadPath] = ['upload', 'download'].map((what) => `/state-versions/{state_version_id}/${what}/{secret}`);

/** Routes that are missing from the specification's tables, with the hosted service's shapes. */
export const routes = [
  route('GET /workspaces/{workspace_id}/current-state-version', showCurrentStateVersion, {
    purposes: ['run'],
    description: stateDescription,
  }),
  route('GET /state-versions', listStateVersions, { description: listStatesDescription }),
  route('GET /state-versions/{state_version_id}', showStateVersion, { description: stateDescription }),
  route(`PUT ${uploadPath}`, uploadState, {
    anonymous: true,
    binaryBody: true,
    prepare: prepareUpload,
    description: stateUpload('Uploads a state.'),
  }),
  route(`GET ${downloadPath}`, downloadState, { anonymous: true, description: stateDownload('Downloads a state.') }),
];
