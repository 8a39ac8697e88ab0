import type { RequestContext } from '../../http/route.ts';
import { type ResourceObject, renderToMany, renderToOne } from '../../json-api/resource-object.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { ResourceSummary } from './read-resources.ts';
import type { StateResources } from './save-state.ts';
import { buildStateAddress, type StateOperation } from './state-addresses.ts';
import type { StoredStateVersion } from './stored.ts';

interface StateContext {
  readonly resources: readonly ResourceSummary[];
  /** Whether the caller gets the upload address of a pending version, which works without a token. */
  readonly mayUpload?: boolean;
}

const creatorTypes = { user: 'users', team: 'teams', organization: 'organizations' } as const;

/** Download addresses of existing content, or the upload address of missing content. */
const renderAddresses = (ctx: RequestContext, version: StoredRecord<StoredStateVersion>, mayUpload = false) => {
  const { status, jsonMd5 } = version.body;
  const tell = (operation: StateOperation, isOpen: boolean): string | null => (isOpen ? buildStateAddress(ctx, version, operation) : null);
  const [isReadable, isAwaited] = [status === 'finalized', status === 'pending' && mayUpload];
  return {
    'hosted-state-download-url': tell('download', isReadable),
    'hosted-state-upload-url': tell('upload', isAwaited),
    'encrypted-state-download-url': null,
    'sanitized-state-download-url': null,
    'sanitized-state-upload-url': null,
    // The engine sends the state a second time, as people read it.
    ...(ctx.dialect === 'hosted'
      ? {
          'hosted-json-state-download-url': tell('json-download', isReadable),
          'hosted-json-state-upload-url': tell('json-upload', isAwaited && jsonMd5 === undefined),
        }
      : {}),
  };
};

const renderAttributes = (
  ctx: RequestContext,
  version: StoredRecord<StoredStateVersion>,
  { resources, mayUpload }: StateContext,
): NonNullable<ResourceObject['attributes']> => {
  const { body } = version;
  return {
    serial: body.serial,
    lineage: body.lineage,
    md5: body.md5,
    size: body.size ?? null,
    status: body.status,
    intermediate: body.intermediate,
    'created-at': body.createdAt,
    'engine-version': body.engineVersion ?? null,
    'state-version': body.format ?? null,
    'resource-count': body.resourceCount,
    'resources-processed': body.status === 'finalized',
    resources,
    modules: body.modules ?? {},
    providers: body.providers ?? {},
    'billable-rum-count': body.billable ?? null,
    'vcs-commit-sha': null,
    'vcs-commit-url': null,
    ...renderAddresses(ctx, version, mayUpload),
    permissions: { 'can-restore-backing-data': body.status === 'backing_data_soft_deleted' },
  };
};

const renderOne = (ctx: RequestContext, version: StoredRecord<StoredStateVersion>, context: StateContext): ResourceObject => {
  const { id, scope, body } = version;
  const outputs = body.status === 'pending' ? [] : body.outputs;
  return {
    id,
    type: 'state-versions',
    attributes: renderAttributes(ctx, version, context),
    relationships: {
      workspace: renderToOne('workspaces', scope),
      run: renderToOne('runs', body.run ?? null),
      'created-by': renderToOne(body.createdBy ? creatorTypes[body.createdBy.kind] : 'users', body.createdBy?.id ?? null),
      'rollback-state-version': renderToOne('state-versions', body.rollback ?? null),
      'previous-state-version': renderToOne('state-versions', body.previous ?? null),
      'next-state-version': renderToOne('state-versions', body.next ?? null),
      'hyok-encrypted-data-key': { data: null },
      outputs: renderToMany(
        'state-version-outputs',
        outputs.map((output) => output.id),
      ),
    },
    links: { self: `/api/v2/state-versions/${id}` },
  };
};

/** The resources of each of these state versions, by the ID of the version. */
const loadStateResources = async (tx: RequestContext['tx'], scopes: readonly string[], ids: readonly string[]) => {
  const scope = scopes.length === 1 ? scopes[0]! : scopes;
  const { records } = await tx.list<StateResources>({ kind: 'state-resources', scope, keys: ids });
  return new Map(records.map(({ key, body }) => [key, body.resources]));
};

/** Documents of state versions of one workspace; what they manage is looked up once. */
export const renderStateVersions = async (
  ctx: RequestContext,
  versions: readonly StoredRecord<StoredStateVersion>[],
  mayUpload = false,
): Promise<readonly ResourceObject[]> => {
  if (versions.length === 0) return [];
  const scopes = [...new Set(versions.map(({ scope }) => scope))];
  const ids = versions.map(({ id }) => id);
  const resources = await loadStateResources(ctx.tx, scopes, ids);
  return versions.map((version) => renderOne(ctx, version, { resources: resources.get(version.id) ?? [], mayUpload }));
};

/** The document of this version of a workspace, which is looked up with what it manages; undefined: there is none. */
export const findStateVersionDocument = async (ctx: RequestContext, workspace: string, id: string): Promise<ResourceObject | undefined> => {
  const [version, resources] = await Promise.all([
    ctx.tx.get<StoredStateVersion>('state-versions', id),
    loadStateResources(ctx.tx, [workspace], [id]),
  ]);
  return version && renderOne(ctx, version, { resources: resources.get(id) ?? [] });
};

/** The document for readers of a version, without upload addresses. */
export const renderStateVersion = async (ctx: RequestContext, version: StoredRecord<StoredStateVersion>): Promise<ResourceObject> =>
  (await renderStateVersions(ctx, [version]))[0]!;

/** The document for callers who could create a version. `resources`: what it manages, if already known. */
export const renderNewStateVersion = async (
  ctx: RequestContext,
  version: StoredRecord<StoredStateVersion>,
  resources?: readonly ResourceSummary[],
): Promise<ResourceObject> =>
  resources ? renderOne(ctx, version, { resources, mayUpload: true }) : (await renderStateVersions(ctx, [version], true))[0]!;
