import { newAddressSecret } from '../new-address-secret.ts';
import { booleanValue, stringArray, stringValue } from '../../http/body-schemas.ts';
import { hasOrganizationRight } from '../../access/permissions.ts';
import { notFound, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { type DocumentLoaders, type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import {
  type DocumentShape,
  describeRequestDocument,
  describeResponseDocument,
  describeResponseList,
  includeParameter,
  listParameters,
} from '../../json-api/describe-document.ts';
import { countNoPageIfEmpty, listResources } from '../../json-api/page.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import { renderToMany, renderToOne, type ResourceObject } from '../../json-api/resource-object.ts';
import { createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import { deleteChildren } from '../../nouns/delete-record.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { isModuleVersion } from '../registry/versions.ts';
import { buildFileAddress } from './file-addresses.ts';
import { providerPath, requireRegistryProvider } from './registry-providers.ts';
import type { StoredProviderVersion } from './stored.ts';

export type VersionRecord = StoredRecord<StoredProviderVersion>;

const renderLinks = (ctx: RequestContext, version: VersionRecord) => {
  const link = (file: 'shasums' | 'shasums-sig', isThere: boolean) => {
    const operation = isThere ? 'download' : 'upload';
    return { [`${file}-${operation}`]: buildFileAddress(ctx, version, file, operation) };
  };
  return { ...link('shasums', version.body.checksumsUploaded), ...link('shasums-sig', version.body.signatureUploaded) };
};

const renderVersion = (ctx: RequestContext, record: VersionRecord, platforms: readonly StoredRecord[]): ResourceObject => {
  const { id, scope, body } = record;
  const isManaging = hasOrganizationRight(ctx, body.organization, 'manage-providers');
  return {
    id,
    type: 'registry-provider-versions',
    attributes: {
      version: body.version,
      'key-id': body.keyId,
      protocols: body.protocols,
      'created-at': body.createdAt,
      'updated-at': body.updatedAt,
      'shasums-uploaded': body.checksumsUploaded,
      'shasums-sig-uploaded': body.signatureUploaded,
      permissions: { 'can-delete': isManaging, 'can-upload-asset': isManaging },
    },
    relationships: {
      'registry-provider': renderToOne('registry-providers', scope),
      platforms: renderToMany(
        'registry-provider-platforms',
        platforms.filter((platform) => platform.scope === id).map((platform) => platform.id),
      ),
    },
    links: isManaging ? renderLinks(ctx, record) : {},
  };
};

const renderVersions = async (ctx: RequestContext, records: readonly VersionRecord[]): Promise<readonly ResourceObject[]> => {
  const ids = records.map(({ id }) => id);
  const platforms = ids.length === 0 ? [] : (await ctx.tx.list({ kind: 'registry-provider-platforms', scope: ids })).records;
  return records.map((record) => renderVersion(ctx, record, platforms));
};
const renderOne = async (ctx: RequestContext, record: VersionRecord): Promise<ResourceObject> => (await renderVersions(ctx, [record]))[0]!;

/** Documents of provider versions for `include`. */
export const loadProviderVersions: DocumentLoaders[string] = async (ctx, ids) => {
  const own = new Set(ctx.caller.memberships.map(({ organization }) => organization));
  const records = await ctx.tx.getMany<StoredProviderVersion>('registry-provider-versions', ids);
  return renderVersions(
    ctx,
    records.filter(({ body }) => own.has(body.organization)),
  );
};

/** The version of the path. Throws 404. */
export const requireProviderVersion = async (ctx: RequestContext, managing: boolean): Promise<VersionRecord> => {
  const { organization_name: scope, registry_name: registryName, namespace, name } = ctx.params;
  const version = ctx.params['version']!;
  const provider = { kind: 'registry-providers', scope: scope!, key: `${registryName}/${namespace}/${name}` };
  const [, found] = await Promise.all([
    requireRegistryProvider(ctx, managing),
    ctx.tx.getWithin<StoredProviderVersion>('registry-provider-versions', provider, version),
  ]);
  if (!found) throw notFound(`the version ${version} of this provider`);
  return found;
};

/** What a version of the hosted service has whose request names none. */
const hostedProtocols: readonly string[] = ['5.0'];

const createVersion = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const provider = await requireRegistryProvider(ctx, true);
  const { organization, registryName } = provider.body;
  if (registryName !== 'private') throw unprocessable('only a private provider has versions here', '/data');
  const { attributes } = parseDocument(ctx, 'registry-provider-versions');
  throwIfInvalid(validateTypes(attributes, { version: 'text!', 'key-id': 'text!' }, true));
  const isHosted = ctx.dialect === 'hosted';
  const { version, 'key-id': keyId, protocols: wanted } = attributes as { readonly [name: string]: any };
  const protocols = isHosted ? (wanted ?? hostedProtocols) : wanted;
  if (!isModuleVersion(version)) throw unprocessable('expected a version such as 1.2.0', '/data/attributes/version');
  if (!Array.isArray(protocols) || protocols.length === 0 || !protocols.every((one) => /^\d{1,3}\.\d{1,3}$/.test(String(one))))
    throw unprocessable('expected a list of protocol versions such as "6.0"', '/data/attributes/protocols');
  if (!isHosted && !(await ctx.tx.getByKey('gpg-keys', organization, keyId)))
    throw unprocessable(`expected the key ID of a GPG key of the organization "${organization}"`, '/data/attributes/key-id');
  if (await ctx.tx.getByKey('registry-provider-versions', provider.id, version))
    throw unprocessable(`the version ${version} has already been taken`, '/data/attributes/version');
  const now = ctx.clock.now().toISOString();
  const body: StoredProviderVersion = {
    organization,
    version,
    keyId,
    protocols: protocols.map(String),
    secret: newAddressSecret(ctx),
    checksumsUploaded: false,
    signatureUploaded: false,
    createdAt: now,
    updatedAt: now,
  };
  const id = ctx.newId('provver');
  const record = { id, kind: 'registry-provider-versions', scope: provider.id, key: version as string, name: version as string, body };
  return createdDocument(renderVersion(ctx, await ctx.tx.insert(record), []));
};

const deleteVersion = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { id } = await requireProviderVersion(ctx, true);
  await deleteChildren(ctx.tx, 'registry-provider-versions', id);
  await ctx.tx.delete('registry-provider-versions', id);
  return noContent;
};

const writable = { version: stringValue, 'key-id': stringValue, protocols: stringArray };
const shape: DocumentShape = {
  type: 'registry-provider-versions',
  attributes: {
    ...writable,
    'created-at': stringValue,
    'updated-at': stringValue,
    permissions: {
      type: 'object',
      additionalProperties: true,
    },
    'shasums-uploaded': booleanValue,
    'shasums-sig-uploaded': booleanValue,
  },
  required: ['version', 'key-id', 'protocols', 'shasums-uploaded', 'shasums-sig-uploaded'],
  relationships: {
    'registry-provider': { to: 'registry-providers' },
    platforms: { to: 'registry-provider-platforms', many: true },
  },
};
const one = describeResponseDocument(shape);
const versionsPath = `${providerPath}/versions`;
export const versionPath = `${versionsPath}/{version}`;

export const routes = [
  route(
    `GET ${versionsPath}`,
    async (ctx) => {
      const { id: scope } = await requireRegistryProvider(ctx, false);
      const list = { kind: 'registry-provider-versions', scope };
      return countNoPageIfEmpty(ctx, await listResources<StoredProviderVersion>(ctx, list, (records) => renderVersions(ctx, records)));
    },
    {
      description: { summary: 'Lists the versions of a provider.', query: listParameters, responses: { 200: describeResponseList(shape) } },
    },
  ),
  route(`POST ${versionsPath}`, createVersion, {
    description: {
      summary: 'Creates a version of a provider; its checksums and their signature are uploaded to the links of the response.',
      request: describeRequestDocument({
        type: 'registry-provider-versions',
        attributes: writable,
        required: ['version', 'key-id', 'protocols'],
      }),
      responses: { 201: one },
    },
  }),
  route(`GET ${versionPath}`, async (ctx) => okDocument(await renderOne(ctx, await requireProviderVersion(ctx, false))), {
    description: { summary: 'Reads a version of a provider.', query: { include: includeParameter }, responses: { 200: one } },
  }),
  route(`DELETE ${versionPath}`, deleteVersion, {
    description: { summary: 'Deletes a version of a provider with its files.', responses: { 204: null } },
  }),
];
