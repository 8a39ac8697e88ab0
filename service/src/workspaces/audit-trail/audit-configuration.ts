import { booleanValue, nullableString, objectValue, stringValue } from '../../http/body-schemas.ts';
import { requireOwner } from '../../access/organization-owners.ts';
import { requireOrganization } from '../../access/permissions.ts';
import type { Organization } from '../../access/records.ts';
import { unprocessable } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import {
  type DocumentShape,
  describeRequestDocument,
  describeResponseDocument,
  includeParameter,
} from '../../json-api/describe-document.ts';
import { isObject, parseDocument } from '../../json-api/parse-document.ts';
import { okDocument } from '../../json-api/responses.ts';
import { renderToOne } from '../../json-api/resource-object.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';

const type = 'audit-configurations';

const requireOwned = async (ctx: RequestContext): Promise<StoredRecord<Organization>> => {
  const organization = await requireOrganization(ctx);
  requireOwner(ctx, organization.key);
  return organization;
};

const permissions = {
  'can-enable-hcp-audit-log-streaming': false,
  'can-set-hcp-audit-log-streaming-organization-id': false,
  'can-use-default-audit-log-streaming-organization': false,
};
const timestampNames = ['disabled-at', 'enabled-at', 'last-failure', 'last-success'].flatMap((name) => [
  `audit-trails-${name}`,
  `hcp-audit-log-streaming-${name}`,
]);

const render = ({ id, key, body }: StoredRecord<Organization>): RouteResponse =>
  okDocument({
    id,
    type,
    attributes: {
      'audit-trails': { enabled: true },
      'hcp-audit-log-streaming': { enabled: false, 'organization-id': '', 'use-default-organization': false },
      permissions,
      timestamps: {
        ...Object.fromEntries(timestampNames.map((name) => [name, null])),
        'audit-trails-enabled-at': body.createdAt,
      },
      'updated-at': body.createdAt,
    },
    relationships: { organization: renderToOne('organizations', key) },
    links: { self: `/api/v2/organizations/${key}/audit-configuration` },
  });

/** The audit trail is always kept, and sent nowhere. Throws 422 for another wish. */
const update = async (ctx: RequestContext): Promise<RouteResponse> => {
  const organization = await requireOwned(ctx);
  const { attributes } = parseDocument(ctx, type, '');
  for (const [name, wanted] of [
    ['audit-trails', true],
    ['hcp-audit-log-streaming', false],
  ] as const) {
    const sent = attributes[name];
    const enabled = isObject(sent) ? sent['enabled'] : undefined;
    if (enabled !== undefined && enabled !== wanted)
      throw unprocessable(
        wanted ? 'this service always keeps the audit trail' : 'this service sends the audit trail nowhere',
        `/data/attributes/${name}/enabled`,
      );
  }
  return render(organization);
};

const trails = { type: 'object', properties: { enabled: booleanValue } };
const streaming = {
  type: 'object',
  properties: { enabled: booleanValue, 'organization-id': nullableString, 'use-default-organization': booleanValue },
};
const shape: DocumentShape = {
  type,
  attributes: {
    'audit-trails': trails,
    'hcp-audit-log-streaming': streaming,
    permissions: { type: 'object', properties: Object.fromEntries(Object.keys(permissions).map((name) => [name, booleanValue])) },
    timestamps: { type: 'object', properties: Object.fromEntries(timestampNames.map((name) => [name, nullableString])) },
    'updated-at': stringValue,
  },
  required: ['audit-trails', 'hcp-audit-log-streaming', 'permissions', 'timestamps', 'updated-at'],
  relationships: { organization: { to: 'organizations' } },
};
const request: DocumentShape = { type, attributes: { 'audit-trails': trails, 'hcp-audit-log-streaming': streaming } };
const path = '/organizations/{organization_name}/audit-configuration';
const query = { include: includeParameter };
const responses = { 200: describeResponseDocument(shape) };

/** `POST …/test` is an entry of the trail, as every write is. */
const test = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  await requireOwned(ctx);
  return { status: 200, body: { 'request-id': ctx.newId('req') } };
};

export const routes = [
  route(`GET ${path}`, async (ctx) => render(await requireOwned(ctx)), {
    description: { summary: 'Where the audit trail of an organization goes.', query, responses },
  }),
  route(`PATCH ${path}`, update, {
    description: {
      summary: 'Accepts what is so: the trail is kept, and sent nowhere.',
      query,
      request: describeRequestDocument(request),
      responses,
    },
  }),
  route(`POST ${path}/test`, test, {
    description: { summary: 'Writes an entry into the audit trail.', responses: { 200: objectValue({ 'request-id': stringValue }) } },
  }),
];
