import { requireOrganization } from '../../access/permissions.ts';
import type { Organization } from '../../access/records.ts';
import { forbidden } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { listResources, parsePage, renderResourcePage } from '../../json-api/page.ts';
import { parseDocument } from '../../json-api/parse-document.ts';
import { createdDocument, noContent, okDocument } from '../../json-api/responses.ts';
import type { Transaction } from '../../store/store.ts';
import { createOrganization } from './bootstrap.ts';
import { deleteOrganization } from './delete-organization.ts';
import {
  createOrganizationDescription,
  listOrganizationsDescription,
  organizationDescription,
  producersDescription,
  updateOrganizationDescription,
} from './descriptions.ts';
import { applyOrganizationAttributes, requireOrganizationAttributes } from './organization-attributes.ts';
import { renameOrganizationRecords } from './rename-organization.ts';
import { renderOrganization } from './render-organization.ts';
import { requireOwnedOrganization } from './require-owned-organization.ts';

/** `q` is a part of the name or of the email address, `q[name]` and `q[email]` of one of them. */
const listMatching = async (ctx: RequestContext, keys: readonly string[]): Promise<readonly string[] | undefined> => {
  const [q, name, email] = ['q', 'q[name]', 'q[email]'].map((parameter) => (ctx.query.get(parameter) ?? '').toLowerCase()) as [
    string,
    string,
    string,
  ];
  if (q === '' && name === '' && email === '') return undefined;
  const { records } = await ctx.tx.list<Organization>({ kind: 'organizations', scope: '', keys });
  return records
    .filter(({ body }) => {
      const [itsName, itsEmail] = [body.name.toLowerCase(), body.email.toLowerCase()];
      return (itsName.includes(q) || itsEmail.includes(q)) && itsName.includes(name) && itsEmail.includes(email);
    })
    .map(({ id }) => id);
};

const listOrganizations = async (ctx: RequestContext): Promise<RouteResponse> => {
  const keys = ctx.caller.memberships.map((one) => one.organization);
  const ids = await listMatching(ctx, keys);
  return listResources<Organization>(
    ctx,
    { kind: 'organizations', scope: '', keys, ...(ids ? { ids } : {}) },
    async (records) => records.map((record) => renderOrganization(ctx, record)),
    { order: { by: 'name' } },
  );
};

const newOrganization = {
  email: '',
  defaultExecutionMode: 'remote',
  defaultAgentPool: null,
  settings: { workspaceAdminsForceDelete: null, assessmentsEnforced: null },
} as const;

const createOrganizationOfRequest = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  if (ctx.caller.kind !== 'user') throw forbidden('an organization is created with a user token');
  const { attributes, relationships } = parseDocument(ctx, 'organizations');
  requireOrganizationAttributes(attributes, true);
  const name = attributes['name'] as string;
  const settings = await applyOrganizationAttributes<
    Pick<Organization, 'email' | 'defaultExecutionMode' | 'defaultAgentPool' | 'settings' | 'chosen'>
  >(ctx, name, newOrganization, attributes, relationships);
  const organization = await createOrganization(ctx.tx, ctx, { name, ...settings, owners: [ctx.caller.id] });
  const member = { organization: name, teams: [], owner: true, access: new Set<never>() };
  const caller = { ...ctx.caller, memberships: [...ctx.caller.memberships, member] };
  return createdDocument(renderOrganization({ ...ctx, caller }, organization));
};

const updateOrganization = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const organization = await requireOwnedOrganization(ctx);
  const { attributes, relationships } = parseDocument(ctx, 'organizations');
  // A name that stays may be one that would not be taken today.
  const { name: sent, ...rest } = attributes;
  const before = organization.body.name;
  requireOrganizationAttributes(sent === before ? rest : attributes, false);
  const name = (sent as string | undefined) ?? before;
  const body = await applyOrganizationAttributes(ctx, before, organization.body, attributes, relationships);
  if (name !== before) await renameOrganizationRecords(ctx, before, name);
  const next = await ctx.tx.update<Organization>(organization, { key: name, name, body: { ...body, name } });
  const memberships = ctx.caller.memberships.map((one) => (one.organization === before ? { ...one, organization: name } : one));
  return okDocument(renderOrganization({ ...ctx, caller: { ...ctx.caller, memberships } }, next));
};

const onlyPath = '/organizations/{organization_name}';

export const routes = [
  route('GET /organizations', listOrganizations, { description: listOrganizationsDescription }),
  route(`GET ${onlyPath}`, async (ctx) => okDocument(renderOrganization(ctx, await requireOrganization(ctx))), {
    description: organizationDescription,
  }),
  route('POST /organizations', createOrganizationOfRequest, { changesIdentity: true, description: createOrganizationDescription }),
  ...['PATCH', 'PUT'].map((method) =>
    route(`${method} ${onlyPath}`, updateOrganization, { changesIdentity: true, description: updateOrganizationDescription }),
  ),
  route(
    `DELETE ${onlyPath}`,
    async (ctx) => {
      await deleteOrganization(ctx, await requireOwnedOrganization(ctx));
      return noContent;
    },
    { changesIdentity: true, description: { summary: 'Deletes an organization with everything in it.', responses: { 204: null } } },
  ),
  // Organizations share no modules with each other here.
  route(
    `GET ${onlyPath}/relationships/module-producers`,
    async (ctx) => {
      await requireOrganization(ctx);
      return renderResourcePage(ctx, parsePage(ctx), 0, []);
    },
    { description: producersDescription },
  ),
];
