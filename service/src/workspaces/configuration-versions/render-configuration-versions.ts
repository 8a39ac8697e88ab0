import { type AddressSubject, signAddress } from '../../access/signed-addresses.ts';
import type { RequestContext } from '../../http/route.ts';
import { isIncluded } from '../../json-api/resolve-includes.ts';
import { renderToOne, type ResourceObject } from '../../json-api/resource-object.ts';
import type { StoredRun } from '../runs/stored.ts';
import type { StoredRecord } from '../../store/store.ts';
import { ingressAttributes, type StoredConfigurationVersion } from './stored.ts';

const timestampNames: { readonly [status: string]: string } = {
  backing_data_soft_deleted: 'soft-delete-backing-data-at',
  backing_data_restored: 'restore-backing-data-at',
  backing_data_permanently_deleted: 'permanently-delete-backing-data-at',
};

/** `cv-x` has the attributes of its commit at `ia-x`. */
export const toIngressId = (id: string): string => `ia-${id.slice(id.indexOf('-') + 1)}`;
export const toConfigurationId = (ingress: string): string => `cv-${ingress.slice(ingress.indexOf('-') + 1)}`;

type ConfigurationVersions = readonly StoredRecord<StoredConfigurationVersion>[];

/** `run`: its first run, null without one; undefined: the relationship is omitted. */
const renderOne = ({ id, body }: ConfigurationVersions[number], run: string | null | undefined): ResourceObject => ({
  id,
  type: 'configuration-versions',
  attributes: {
    'auto-queue-runs': body.autoQueueRuns,
    error: body.error,
    'error-message': body.errorMessage,
    source: body.source === 'empty' ? 'tfe-api' : body.source,
    speculative: body.speculative,
    provisional: body.provisional,
    status: body.status,
    'status-timestamps': Object.fromEntries(
      Object.entries(body.reached).map(([status, at]) => [timestampNames[status] ?? `${status}-at`, at]),
    ),
    'changed-files': [],
    'upload-url': null,
  },
  relationships: {
    'ingress-attributes': renderToOne(
      'ingress-attributes',
      body.ingress ? toIngressId(id) : null,
      `/api/v2/configuration-versions/${id}/ingress-attributes`,
    ),
    ...(run === undefined ? {} : { run: renderToOne('runs', run) }),
  },
  links: {
    self: `/api/v2/configuration-versions/${id}`,
    ...(body.status === 'uploaded' ? { download: `/api/v2/configuration-versions/${id}/download` } : {}),
  },
});

/** The first run of each configuration version that has one: one look-up for all. */
const findRuns = async ({ tx }: RequestContext, records: ConfigurationVersions): Promise<ReadonlyMap<string, string>> => {
  const scope = [...new Set(records.map((record) => record.scope))];
  const body = [{ path: 'configurationVersion', is: records.map(({ id }) => id) }];
  const runs = records.length === 0 ? [] : (await tx.list<StoredRun>({ kind: 'runs', scope, body })).records;
  return new Map(runs.toReversed().map((run) => [run.body.configurationVersion!, run.id]));
};

/** Runs are looked up and included only if the request asks for them: clients of the hosted service do not read them otherwise. */
export const renderConfigurationVersions = async (
  ctx: RequestContext,
  records: ConfigurationVersions,
): Promise<readonly ResourceObject[]> => {
  const runs = isIncluded(ctx, 'run') ? await findRuns(ctx, records) : undefined;
  return records.map((record) => renderOne(record, runs && (runs.get(record.id) ?? null)));
};

export const renderConfigurationVersion = async (ctx: RequestContext, record: ConfigurationVersions[number]): Promise<ResourceObject> =>
  (await renderConfigurationVersions(ctx, [record]))[0]!;

/** What the address of the upload of a configuration version is signed for. */
export const uploadOf = (id: string, secret: string): AddressSubject => ({ id, operation: 'upload', secret });

/** The document for the creator, with the upload address. Later responses omit it, because it works without a token. */
export const renderNewConfigurationVersion = (ctx: RequestContext, record: ConfigurationVersions[number]): ResourceObject => {
  const document = renderOne(record, undefined);
  const signed = signAddress(ctx, uploadOf(record.id, record.body.secret!));
  const address = `${ctx.origin}/api/v2/configuration-versions/${record.id}/upload/${signed}`;
  return { ...document, attributes: { ...document.attributes, 'upload-url': address } };
};

const unknownCommit = Object.fromEntries(Object.keys(ingressAttributes).map((name) => [name, null]));

/** The commit that a configuration version was made of. */
export const renderIngress = ({ id, body }: StoredRecord<StoredConfigurationVersion>): ResourceObject => {
  const { commitSha, ...rest } = body.ingress!;
  return {
    id: toIngressId(id),
    type: 'ingress-attributes',
    attributes: { 'commit-sha': commitSha, ...unknownCommit, ...rest },
    relationships: { 'created-by': renderToOne('users', body.createdBy?.kind === 'user' ? body.createdBy.id : null) },
    links: { self: `/api/v2/configuration-versions/${id}/ingress-attributes` },
  };
};
