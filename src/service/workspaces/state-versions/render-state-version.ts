import type { RequestContext } from '../../http/route.ts';
import { type ResourceObject, renderToMany, renderToOne } from '../../json-api/resource-object.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { ResourceSummary } from './read-resources.ts';
import type { StateResources } from './save-state.ts';
import type { StoredStateVersion } from './stored.ts';

const creatorTypes = { user: 'users', team: 'teams', organization: 'organizations' } as const;

const renderAttributes = (
  ctx: RequestContext,
  { id, body }: StoredRecord<StoredStateVersion>,
  resources: readonly ResourceSummary[],
): NonNullable<ResourceObject['attributes']> => {
  const address = (what: string): string | null =>
    body.secret === undefined ? null : `${ctx.origin}/api/v2/state-versions/${id}/${what}/${body.secret}`;
  const isFinal = body.status === 'finalized';
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
    'resources-processed': isFinal,
    resources,
    modules: body.modules ?? {},
    providers: body.providers ?? {},
    'billable-rum-count': body.billable ?? null,
    'vcs-commit-sha': null,
    'vcs-commit-url': null,
    'hosted-state-download-url': isFinal ? address('download') : null,
    'hosted-state-upload-url': body.status === 'pending' ? address('upload') : null,
    'encrypted-state-download-url': null,
    'sanitized-state-download-url': null,
    'sanitized-state-upload-url': null,
    // The engine sends the state a second time, as people read it.
    ...(ctx.dialect === 'hosted'
      ? { 'hosted-json-state-download-url': address('json-download'), 'hosted-json-state-upload-url': address('json-upload') }
      : {}),
    permissions: { 'can-restore-backing-data': body.status === 'backing_data_soft_deleted' },
  };
};

const renderOne = (
  ctx: RequestContext,
  version: StoredRecord<StoredStateVersion>,
  resources: readonly ResourceSummary[],
): ResourceObject => {
  const { id, scope, body } = version;
  const outputs = body.status === 'pending' ? [] : body.outputs;
  return {
    id,
    type: 'state-versions',
    attributes: renderAttributes(ctx, version, resources),
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

/** Of each version, by its id. */
const loadStateResources = async (tx: RequestContext['tx'], scopes: readonly string[], ids: readonly string[]) => {
  const scope = scopes.length === 1 ? scopes[0]! : scopes;
  const { records } = await tx.list<StateResources>({ kind: 'state-resources', scope, keys: ids });
  return new Map(records.map(({ key, body }) => [key, body.resources]));
};

/** Documents of state versions of one workspace; what they manage is looked up once. */
export const renderStateVersions = async (
  ctx: RequestContext,
  versions: readonly StoredRecord<StoredStateVersion>[],
): Promise<readonly ResourceObject[]> => {
  if (versions.length === 0) return [];
  const scopes = [...new Set(versions.map(({ scope }) => scope))];
  const ids = versions.map(({ id }) => id);
  const resources = await loadStateResources(ctx.tx, scopes, ids);
  return versions.map((version) => renderOne(ctx, version, resources.get(version.id) ?? []));
};

/** The document of this version of a workspace, which is looked up with what it manages; undefined: there is none. */
export const findStateVersionDocument = async (ctx: RequestContext, workspace: string, id: string): Promise<ResourceObject | undefined> => {
  const [version, resources] = await Promise.all([
    ctx.tx.get<StoredStateVersion>('state-versions', id),
    loadStateResources(ctx.tx, [workspace], [id]),
  ]);
  return version && renderOne(ctx, version, resources.get(id) ?? []);
};

/** `resources`: what it manages, where that is known already. */
export const renderStateVersion = async (
  ctx: RequestContext,
  version: StoredRecord<StoredStateVersion>,
  resources?: readonly ResourceSummary[],
): Promise<ResourceObject> => (resources ? renderOne(ctx, version, resources) : (await renderStateVersions(ctx, [version]))[0]!);
