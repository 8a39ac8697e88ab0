import { isOwner } from '../../access/organization-owners.ts';
import { stringValue } from '../../http/body-schemas.ts';
import { newOrganizationNameKind } from '../../access/names.ts';
import { conflict, forbidden, notFound } from '../../http/problem.ts';
import type { Organization } from '../../access/records.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { createOrganization } from '../../workspaces/organizations/bootstrap.ts';
import { deleteOrganization } from '../../workspaces/organizations/delete-organization.ts';
import { listGroupNames } from '../contexts/groups.ts';
import { claimSlug } from './create-organization.ts';
import { parseCodeHost, codeHostNames } from '../slugs/code-hosts.ts';
import { renderCiList } from '../pages/record-page.ts';
import { parseCiBody, uuidPathParameter, optionalMember, requiredMember } from '../requests/read-request.ts';
import { ciCreated, ciOk, acknowledged, conflictIfDuplicate } from '../responses.ts';
import type { CiOrganization, OrganizationSlug } from './organization-records.ts';
import { requireOrganizationOfPath, renderOrganizationSlug, requireOrganizationById } from './require-organization.ts';

const codeHostMember = {
  description: 'github, bitbucket or native',
  accepts: (value: unknown) => typeof value === 'string' && parseCodeHost(value) !== undefined,
  schema: stringValue,
};

export const newOrganizationMembers = {
  name: requiredMember({ ...newOrganizationNameKind, schema: stringValue }),
  vcs_type: optionalMember(codeHostMember),
};

const renderOrganization = (ctx: RequestContext, organization: StoredRecord<CiOrganization>) => ({
  id: organization.id,
  name: organization.body.name,
  slug: renderOrganizationSlug(organization, ctx.dialect),
  vcs_type: codeHostNames(organization.body.host, ctx.dialect).longCode,
});

/** Beyond the specification, for public clients. An organization exists in both APIs. */
export const routes = [
  route(
    'POST /organization',
    async (ctx) => {
      if (ctx.caller.kind !== 'user') throw forbidden("an organization is created with a user's token");
      const { name, vcs_type: kind } = parseCiBody(ctx, newOrganizationMembers) as { readonly name: string; readonly vcs_type?: string };
      const { tx } = ctx;
      await conflictIfDuplicate(
        `the organization "${name}" already exists`,
        createOrganization(tx, ctx, { name, email: '', owners: [ctx.caller.id] }),
      );
      const organization = (await tx.getByKey<CiOrganization>('ci-organizations', '', name))!;
      const host = parseCodeHost(kind ?? 'native')!;
      if (host === 'native') return ciCreated(renderOrganization(ctx, organization));
      const slug = await tx.getByKey<OrganizationSlug>('ci-slugs', host, name);
      if (slug?.body.organization !== organization.id)
        await conflictIfDuplicate(
          `the slug ${codeHostNames(host, ctx.dialect).shortCode}/${name} belongs to another organization`,
          claimSlug(tx, ctx, organization.id, host, name),
        );
      return ciCreated(
        renderOrganization(ctx, await tx.update<CiOrganization>(organization, { body: { ...organization.body, host, hostName: name } })),
      );
    },
    { changesIdentity: true },
  ),
  route('GET /organization/{org-slug-or-id}', async (ctx) =>
    ciOk(renderOrganization(ctx, (await requireOrganizationOfPath(ctx)).organization)),
  ),
  route(
    'DELETE /organization/{org-slug-or-id}',
    async (ctx) => {
      const { organization } = await requireOrganizationOfPath(ctx);
      if (!isOwner(ctx, organization.key)) throw forbidden('only owners delete an organization');
      const own = await ctx.tx.getByKey<Organization>('organizations', '', organization.key);
      if (!own) throw notFound(`the organization ${organization.id}`);
      // The workspace service deletes an organization together with its workspaces if requested; clients of the CI service do not know
      // of any.
      const workspaces = await ctx.tx.count({ kind: 'workspaces', scope: own.body.name });
      if (workspaces > 0) throw conflict(`the organization still has ${workspaces} workspaces; delete them first`);
      await deleteOrganization(ctx, own);
      return acknowledged('Organization deleted.');
    },
    { changesIdentity: true },
  ),
  /** The groups that restrictions of the type `group` refer to. */
  route('GET /organizations/{org_id}/groups', async (ctx) => {
    const { id } = await requireOrganizationById(ctx, uuidPathParameter(ctx, 'org_id'));
    return renderCiList([...(await listGroupNames(ctx, id))].flatMap(([group, name]) => (name === null ? [] : [{ id: group, name }])));
  }),
];
