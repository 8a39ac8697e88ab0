import { newOrganizationNameKind } from '../../names.ts';
import { forbidden, notFound } from '../../problem.ts';
import type { Organization } from '../../records.ts';
import { type RequestContext, route } from '../../route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { createOrganization } from '../../workspaces/founding.ts';
import { deleteOrganization } from '../../workspaces/organization-deletion.ts';
import { groupsOf } from '../contexts/groups.ts';
import { claimSlug } from '../founding.ts';
import { hostOf, spelled } from '../hosts.ts';
import { whole } from '../page.ts';
import { bodyOf, idIn, may, must } from '../read.ts';
import { made, ok, said, unlessTaken } from '../replies.ts';
import type { CiOrganization, OrganizationSlug } from '../stored.ts';
import { isAdmin, organizationInPath, organizationSlug, organizationWithId } from './here.ts';

const aKind = { description: 'github, bitbucket or the service\'s own kind', accepts: (value: unknown) => typeof value === 'string' && hostOf(value) !== undefined };

const render = (asking: RequestContext, organization: StoredRecord<CiOrganization>) => ({
  id: organization.id, name: organization.body.name, slug: organizationSlug(organization, asking.dialect), vcs_type: spelled(organization.body.host, asking.dialect).long,
});

/** Beyond the specification, for public clients: an organization is one in both services. */
export const routes = [
  route('POST /organization', async (asking) => {
    if (asking.caller.kind !== 'user') throw forbidden('an organization is created with a user\'s token');
    const { name, vcs_type: kind } = bodyOf(asking, { name: must(newOrganizationNameKind), vcs_type: may(aKind) }) as { readonly name: string; readonly vcs_type?: string };
    const { tx } = asking;
    await unlessTaken(`the organization "${name}" is there already`, createOrganization(tx, asking, { name, email: '', owners: [asking.caller.id] }));
    const organization = (await tx.getByKey<CiOrganization>('ci-organizations', '', name))!;
    const host = hostOf(kind ?? 'native')!;
    if (host === 'native') return made(render(asking, organization));
    const slug = await tx.getByKey<OrganizationSlug>('ci-slugs', host, name);
    if (slug?.body.organization !== organization.id) await unlessTaken(`the slug ${spelled(host, asking.dialect).short}/${name} is another organization's`, claimSlug(tx, asking, organization.id, host, name));
    return made(render(asking, await tx.update<CiOrganization>(organization, { body: { ...organization.body, host, hostName: name } })));
  }, { identity: true }),
  route('GET /organization/{org-slug-or-id}', async (asking) => ok(render(asking, (await organizationInPath(asking)).organization))),
  route('DELETE /organization/{org-slug-or-id}', async (asking) => {
    const { organization } = await organizationInPath(asking);
    if (!isAdmin(asking, organization)) throw forbidden('an organization is deleted by its owners');
    const own = await asking.tx.getByKey<Organization>('organizations', '', organization.key);
    if (!own) throw notFound(`the organization ${organization.id}`);
    await deleteOrganization(asking.tx, own);
    return said('Organization deleted.');
  }, { identity: true }),
  /** What a restriction of the type group names. */
  route('GET /organizations/{org_id}/groups', async (asking) => {
    const { id } = await organizationWithId(asking, idIn(asking, 'org_id'));
    return whole([...await groupsOf(asking.tx, id)].map(([group, name]) => ({ id: group, name })));
  }),
];
