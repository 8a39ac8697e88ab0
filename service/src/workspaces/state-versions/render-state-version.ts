import type { RequestContext } from '../../http/route.ts';
import { type ResourceObject, renderToMany, renderToOne } from '../../json-api/resource-object.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { StateResources } from './save-state.ts';
import { findSuccessors } from './find-successors.ts';
import { buildStateAddress, type StateOperation } from './state-addresses.ts';
import type { ResourceSummary, StoredStateVersion } from './stored.ts';

type StateVersion = StoredRecord<StoredStateVersion>;

interface StateContext {
  readonly resources: readonly ResourceSummary[];
  /** The version that was current after it. */
  readonly next?: string | undefined;
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
      'next-state-version': renderToOne('state-versions', body.next ?? context.next ?? null),
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
const loadStateResources = async (tx: RequestContext['tx'], versions: readonly StateVersion[]) => {
  const found = new Map(versions.flatMap(({ id, body }) => (body.resources ? [[id, body.resources] as const] : [])));
  const others = versions.filter(({ body }) => !body.resources && body.status !== 'pending');
  if (others.length === 0) return found;
  const scopes = [...new Set(others.map(({ scope }) => scope))];
  const keyOf = ({ id, body }: StateVersion): string => body.resourcesIn ?? id;
  const keys = [...new Set(others.map(keyOf))];
  const { records } = await tx.list<StateResources>({ kind: 'state-resources', scope: scopes.length === 1 ? scopes[0]! : scopes, keys });
  const stored = new Map(records.map(({ key, body }) => [key, body.resources]));
  for (const version of others) found.set(version.id, stored.get(keyOf(version)) ?? []);
  return found;
};

/** Documents of state versions; what they manage, and which versions follow them, is looked up once for all. */
export const renderStateVersions = async (
  ctx: RequestContext,
  versions: readonly StateVersion[],
  mayUpload = false,
): Promise<readonly ResourceObject[]> => {
  if (versions.length === 0) return [];
  const [resources, successors] = await Promise.all([loadStateResources(ctx.tx, versions), findSuccessors(ctx.tx, versions)]);
  return versions.map((version) =>
    renderOne(ctx, version, { resources: resources.get(version.id) ?? [], next: successors.get(version.id), mayUpload }),
  );
};

/** The document of the current version of a workspace; undefined: it is missing. */
export const findCurrentStateDocument = async (ctx: RequestContext, id: string): Promise<ResourceObject | undefined> => {
  const version = await ctx.tx.get<StoredStateVersion>('state-versions', id);
  if (!version) return undefined;
  const resources = await loadStateResources(ctx.tx, [version]);
  return renderOne(ctx, version, { resources: resources.get(id) ?? [] });
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
