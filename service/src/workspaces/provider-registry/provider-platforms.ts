import { newAddressSecret } from '../new-address-secret.ts';
import { booleanValue, freeObject, stringValue } from '../../http/body-schemas.ts';
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
import { renderToOne, type ResourceObject } from '../../json-api/resource-object.ts';
import { createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import { deleteChildren } from '../../nouns/delete-record.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { buildFileAddress } from './file-addresses.ts';
import { isPackageName } from './package-names.ts';
import { requireProviderVersion, versionPath } from './provider-versions.ts';
import type { StoredProviderPlatform } from './stored.ts';

type PlatformRecord = StoredRecord<StoredProviderPlatform>;

const renderPlatform = (ctx: RequestContext, platform: PlatformRecord): ResourceObject => {
  const { id, scope, body } = platform;
  const isManaging = hasOrganizationRight(ctx, body.organization, 'manage-providers');
  const operation = body.uploaded ? 'download' : 'upload';
  return {
    id,
    type: 'registry-provider-platforms',
    attributes: {
      os: body.os,
      arch: body.arch,
      filename: body.filename,
      shasum: body.checksum,
      'provider-binary-uploaded': body.uploaded,
      permissions: { 'can-delete': isManaging, 'can-upload-asset': isManaging },
    },
    relationships: { 'registry-provider-version': renderToOne('registry-provider-versions', scope) },
    links: isManaging ? { [`provider-binary-${operation}`]: buildFileAddress(ctx, platform, 'package', operation) } : {},
  };
};

/** Documents of platforms for `include`. */
export const loadProviderPlatforms: DocumentLoaders[string] = async (ctx, ids) => {
  const own = new Set(ctx.caller.memberships.map(({ organization }) => organization));
  const records = await ctx.tx.getMany<StoredProviderPlatform>('registry-provider-platforms', ids);
  return records.filter(({ body }) => own.has(body.organization)).map((record) => renderPlatform(ctx, record));
};

const requirePlatform = async (ctx: RequestContext, managing: boolean): Promise<PlatformRecord> => {
  const version = await requireProviderVersion(ctx, managing);
  const key = `${ctx.params['os']}_${ctx.params['arch']}`;
  const found = await ctx.tx.getByKey<StoredProviderPlatform>('registry-provider-platforms', version.id, key);
  if (!found) throw notFound(`the platform ${key} of this version`);
  return found;
};

const createPlatform = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const version = await requireProviderVersion(ctx, true);
  const { attributes } = parseDocument(ctx, 'registry-provider-platforms', 'registry-provider-version-platforms');
  throwIfInvalid(validateTypes(attributes, { os: 'text!', arch: 'text!', shasum: 'text!', filename: 'name!' }, true));
  const { os, arch, shasum: checksum, filename } = attributes as { readonly [name: string]: string };
  throwIfInvalid([
    ...Object.entries({ os: os!, arch: arch! })
      .filter(([, value]) => !/^[a-z0-9]{1,20}$/.test(value))
      .map(([name]) => ({ detail: 'expected a name such as linux or amd64', pointer: `/data/attributes/${name}` })),
    ...(/^[0-9a-fA-F]{64}$/.test(checksum!)
      ? []
      : [{ detail: 'expected a SHA-256 of 64 hexadecimal digits', pointer: '/data/attributes/shasum' }]),
    ...(isPackageName(filename!)
      ? []
      : [
          {
            detail: 'expected the name of a file, such as terraform-provider-crane_1.0.0_linux_amd64.zip',
            pointer: '/data/attributes/filename',
          },
        ]),
  ]);
  const key = `${os}_${arch}`;
  if (await ctx.tx.getByKey('registry-provider-platforms', version.id, key))
    throw unprocessable(`the platform ${key} has already been taken`, '/data/attributes/os');
  const body: StoredProviderPlatform = {
    organization: version.body.organization,
    os: os!,
    arch: arch!,
    checksum: checksum!,
    filename: filename!,
    uploaded: false,
    secret: newAddressSecret(ctx),
  };
  const record = { id: ctx.newId('provpltfrm'), kind: 'registry-provider-platforms', scope: version.id, key, name: key, body };
  return createdDocument(renderPlatform(ctx, await ctx.tx.insert(record)));
};

const deletePlatform = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { id } = await requirePlatform(ctx, true);
  await deleteChildren(ctx.tx, 'registry-provider-platforms', id);
  await ctx.tx.delete('registry-provider-platforms', id);
  return noContent;
};

const writable = { os: stringValue, arch: stringValue, shasum: stringValue, filename: stringValue };
const shape: DocumentShape = {
  type: 'registry-provider-platforms',
  attributes: {
    ...writable,
    'provider-binary-uploaded': booleanValue,
    permissions: freeObject,
  },
  required: [...Object.keys(writable), 'provider-binary-uploaded'],
  relationships: { 'registry-provider-version': { to: 'registry-provider-versions' } },
};
const one = describeResponseDocument(shape);
const [collection, item] = [`${versionPath}/platforms`, `${versionPath}/platforms/{os}/{arch}`];

export const routes = [
  route(
    `GET ${collection}`,
    async (ctx) => {
      const { id: scope } = await requireProviderVersion(ctx, false);
      const list = { kind: 'registry-provider-platforms', scope };
      const listed = await listResources<StoredProviderPlatform>(ctx, list, async (records) =>
        records.map((record) => renderPlatform(ctx, record)),
      );
      return countNoPageIfEmpty(ctx, listed);
    },
    {
      description: { summary: 'Lists the platforms of a version.', query: listParameters, responses: { 200: describeResponseList(shape) } },
    },
  ),
  route(`POST ${collection}`, createPlatform, {
    description: {
      summary: 'Creates a platform of a version; its package is uploaded to the link of the response.',
      request: describeRequestDocument({
        type: 'registry-provider-platforms',
        attributes: writable,
        required: Object.keys(writable),
      }),
      responses: { 201: one },
    },
  }),
  route(`GET ${item}`, async (ctx) => okDocument(renderPlatform(ctx, await requirePlatform(ctx, false))), {
    description: { summary: 'Reads a platform of a version.', query: { include: includeParameter }, responses: { 200: one } },
  }),
  route(`DELETE ${item}`, deletePlatform, {
    description: { summary: 'Deletes a platform of a version with its package.', responses: { 204: null } },
  }),
];
