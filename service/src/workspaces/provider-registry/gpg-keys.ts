import { nullableString, stringValue } from '../../http/body-schemas.ts';
import { findMembership, hasOrganizationRight } from '../../access/permissions.ts';
import { conflict, notFound, throwIfInvalid, unprocessable } from '../../http/problem.ts';
import { textParameter } from '../../http/operation-description.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import {
  type DocumentShape,
  describeRequestDocument,
  describeResponseDocument,
  describeResponseList,
  listParameters,
} from '../../json-api/describe-document.ts';
import { listResources } from '../../json-api/page.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import type { ResourceObject } from '../../json-api/resource-object.ts';
import { createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { readKeyId } from './openpgp-key.ts';
import type { StoredGpgKey } from './stored.ts';

type GpgKeyRecord = StoredRecord<StoredGpgKey>;

const renderGpgKey = ({ id, body }: GpgKeyRecord): ResourceObject => ({
  id,
  type: 'gpg-keys',
  attributes: {
    'ascii-armor': body.asciiArmor,
    'created-at': body.createdAt,
    'key-id': body.keyId,
    namespace: body.namespace,
    source: '',
    'source-url': null,
    'trust-signature': '',
    'updated-at': body.updatedAt,
  },
  relationships: {},
  links: { self: `/api/registry/private/v2/gpg-keys/${body.namespace}/${body.keyId}` },
});

/** Whether the caller can publish modules or providers. */
const managesKeys = (ctx: RequestContext, namespace: string): boolean =>
  hasOrganizationRight(ctx, namespace, 'manage-modules') || hasOrganizationRight(ctx, namespace, 'manage-providers');

const requireNamespace = (ctx: RequestContext, namespace: string): void => {
  if (!managesKeys(ctx, namespace))
    throw unprocessable(
      `namespace not authorized: "${namespace}" is no organization whose GPG keys this token may manage`,
      '/data/attributes/namespace',
    );
};

const requireGpgKey = async (ctx: RequestContext, managing: boolean): Promise<GpgKeyRecord> => {
  const { namespace, key_id: keyId } = ctx.params;
  const isPermitted = managing ? managesKeys(ctx, namespace!) : findMembership(ctx, namespace!) !== undefined;
  const found = isPermitted ? await ctx.tx.getByKey<StoredGpgKey>('gpg-keys', namespace!, keyId!) : undefined;
  if (!found) throw notFound(`the GPG key ${namespace}/${keyId}`);
  return found;
};

const createGpgKey = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { attributes } = parseDocument(ctx, 'gpg-keys');
  throwIfInvalid(validateTypes(attributes, { namespace: 'text!', 'ascii-armor': 'text!' }, true));
  const { namespace, 'ascii-armor': asciiArmor } = attributes as { readonly namespace: string; readonly 'ascii-armor': string };
  requireNamespace(ctx, namespace);
  const keyId = readKeyId(asciiArmor);
  if (keyId === undefined)
    throw unprocessable('expected a public key as `gpg --armor --export` writes it (version 4)', '/data/attributes/ascii-armor');
  if (await ctx.tx.getByKey('gpg-keys', namespace, keyId))
    throw unprocessable(`the key ${keyId} has already been added`, '/data/attributes/ascii-armor');
  const now = ctx.clock.now().toISOString();
  const body: StoredGpgKey = { namespace, keyId, asciiArmor, createdAt: now, updatedAt: now };
  const id = ctx.newId('gpgkey');
  return createdDocument(renderGpgKey(await ctx.tx.insert({ id, kind: 'gpg-keys', scope: namespace, key: keyId, name: keyId, body })));
};

const moveGpgKey = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const record = await requireGpgKey(ctx, true);
  const { attributes } = parseDocument(ctx, 'gpg-keys');
  throwIfInvalid(validateTypes(attributes, { namespace: 'text!' }, true));
  const namespace = attributes['namespace'] as string;
  requireNamespace(ctx, namespace);
  const body = { ...record.body, namespace, updatedAt: ctx.clock.now().toISOString() };
  return okDocument(renderGpgKey(await ctx.tx.update<StoredGpgKey>(record, { body, scope: namespace })));
};

const deleteGpgKey = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { id, body, scope } = await requireGpgKey(ctx, true);
  const providers = (await ctx.tx.list({ kind: 'registry-providers', scope })).records.map((one) => one.id);
  const isUsed = { kind: 'registry-provider-versions', scope: providers, body: [{ path: 'keyId', is: body.keyId }] };
  const used = providers.length === 0 ? 0 : await ctx.tx.count(isUsed);
  if (used > 0) throw conflict(`${used} provider versions are signed with this key; delete them first`);
  await ctx.tx.delete('gpg-keys', id);
  return noContent;
};

const listGpgKeys = async (ctx: RequestContext): Promise<RouteResponse> => {
  const own = ctx.caller.memberships.map(({ organization }) => organization);
  const requested = ctx.query.get('filter[namespace]');
  const scope = requested ? own.filter((name) => requested.split(',').includes(name)) : own;
  return listResources<StoredGpgKey>(ctx, { kind: 'gpg-keys', scope }, async (records) => records.map(renderGpgKey));
};

const shape: DocumentShape = {
  type: 'gpg-keys',
  attributes: {
    'ascii-armor': stringValue,
    'created-at': stringValue,
    'key-id': { ...stringValue, description: 'The last 16 hexadecimal digits of the fingerprint.' },
    namespace: { ...stringValue, description: 'The name of an organization.' },
    source: stringValue,
    'source-url': nullableString,
    'trust-signature': stringValue,
    'updated-at': stringValue,
  },
  required: ['ascii-armor', 'key-id', 'namespace'],
};
const [collection, item] = ['/api/registry/private/v2/gpg-keys', '/api/registry/private/v2/gpg-keys/{namespace}/{key_id}'];
const one = describeResponseDocument(shape);
const requestOf = (...required: readonly string[]) =>
  describeRequestDocument({ type: 'gpg-keys', attributes: { namespace: stringValue, 'ascii-armor': stringValue }, required });

/** The public keys with which an organization's providers are signed. */
export const routes = [
  route(`GET ${collection}`, listGpgKeys, {
    atRoot: true,
    description: {
      summary: 'Lists the GPG keys of organizations.',
      query: { ...listParameters, 'filter[namespace]': textParameter('Names of organizations, separated by commas.') },
      responses: { 200: describeResponseList(shape) },
    },
  }),
  route(`POST ${collection}`, createGpgKey, {
    atRoot: true,
    description: { summary: 'Adds a GPG key.', request: requestOf('namespace', 'ascii-armor'), responses: { 201: one } },
  }),
  route(`GET ${item}`, async (ctx) => okDocument(renderGpgKey(await requireGpgKey(ctx, false))), {
    atRoot: true,
    description: { summary: 'Reads a GPG key.', responses: { 200: one } },
  }),
  route(`PATCH ${item}`, moveGpgKey, {
    atRoot: true,
    description: { summary: 'Moves a GPG key to another organization.', request: requestOf('namespace'), responses: { 200: one } },
  }),
  route(`DELETE ${item}`, deleteGpgKey, {
    atRoot: true,
    description: { summary: 'Deletes a GPG key that signs no provider version.', responses: { 204: null } },
  }),
];
