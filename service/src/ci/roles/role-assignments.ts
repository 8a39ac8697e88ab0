import { badRequest, notFound } from '../../http/problem.ts';
import type { Organization, Team, User } from '../../access/records.ts';
import { canSeeTeam } from '../../access/team-rights.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { groupId } from '../contexts/groups.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { requireOrganizationById } from '../organizations/require-organization.ts';
import { renderCiRecords } from '../pages/record-page.ts';
import { requireProjectById } from '../projects/require-project.ts';
import { parseCiBody, requiredMember, uuidPathParameter } from '../requests/read-request.ts';
import { ciOk } from '../responses.ts';
import { giveRole } from './give-role.ts';
import { type CiRole, ciRoles } from './right-holders.ts';
import { rolesKind, type StoredRole } from './stored-roles.ts';

const roleMember = {
  description: `${ciRoles.join(', ')} or null`,
  accepts: (value: unknown) => value === null || ciRoles.some((role) => role === value),
  schema: { enum: [...ciRoles, null] },
};
export const roleMembers = { role: requiredMember(roleMember) };

/** A user or a team of the organization, by its UUID in this service. */
interface Holder {
  readonly key: string;
  readonly id: string;
  readonly name: string;
  readonly type: 'user' | 'group';
}
const toUser = ({ id, body }: StoredRecord<User>): Holder => ({ key: id, id: body.uuid, name: body.name, type: 'user' });
const toGroup = ({ id, name }: StoredRecord): Holder => ({ key: id, id: groupId(id), name, type: 'group' });
const render = ({ id, name, type }: Holder, role: CiRole | null) => ({ id, name, type, role });

const isMember = async (ctx: RequestContext, organization: StoredRecord<CiOrganization>, user: string): Promise<boolean> => {
  const record = await ctx.tx.getByKey<Organization>('organizations', '', organization.key);
  return (await ctx.tx.listLinks('organization-members', { to: user })).some(({ from }) => from === record?.id);
};

const requireHolder = async (ctx: RequestContext, organization: StoredRecord<CiOrganization>): Promise<Holder> => {
  const id = uuidPathParameter(ctx, 'member_id');
  const [user] = (await ctx.tx.list<User>({ kind: 'users', scope: '', body: [{ path: 'uuid', is: id }] })).records;
  if (user && (await isMember(ctx, organization, user.id))) return toUser(user);
  const teams = (await ctx.tx.list<Team>({ kind: 'teams', scope: organization.key })).records;
  // The response contains the name of the team, so a secret team that the caller cannot see counts as missing.
  const team = teams.find((one) => groupId(one.id) === id && canSeeTeam(ctx, one));
  if (!team) throw notFound(`the member or group ${id}`);
  return toGroup(team);
};

/** The role assignments of a page, with names; holders that were deleted, and teams that the caller cannot see, are left out. */
const listRoles = (ctx: RequestContext, place: string): Promise<RouteResponse> =>
  renderCiRecords<StoredRole>(ctx, { kind: rolesKind, scope: place }, async (records) => {
    const keys = records.map(({ key }) => key);
    const [users, teams] = [await ctx.tx.getMany<User>('users', keys), await ctx.tx.getMany<Team>('teams', keys)];
    const visible = teams.filter((team) => canSeeTeam(ctx, team));
    const holders = new Map([...users.map(toUser), ...visible.map(toGroup)].map((one) => [one.key, one]));
    return records.flatMap(({ key, body }) => (holders.has(key) ? [render(holders.get(key)!, body.role)] : []));
  });

const parseRole = (ctx: RequestContext): CiRole | null => parseCiBody(ctx, roleMembers)['role'] as CiRole | null;

const setRole = async (
  ctx: RequestContext<Transaction>,
  organization: StoredRecord<CiOrganization>,
  place: string,
  role: CiRole | null,
): Promise<RouteResponse> => {
  const holder = await requireHolder(ctx, organization);
  await giveRole(ctx, place, holder.key, role);
  return ciOk(render(holder, role));
};

/** Who has which role in an organization and its projects: beyond the specification (decision 142). */
export const routes = [
  route('GET /organizations/{org_id}/roles', async (ctx) =>
    listRoles(ctx, (await requireOrganizationById(ctx, uuidPathParameter(ctx, 'org_id'))).id),
  ),
  route('PUT /organizations/{org_id}/roles/{member_id}', async (ctx) => {
    const organization = await requireOrganizationById(ctx, uuidPathParameter(ctx, 'org_id'), 'manage-roles');
    const role = parseRole(ctx);
    if (role === 'admin') throw badRequest('the admins of an organization are its owners: add the user to the team of owners');
    return setRole(ctx, organization, organization.id, role);
  }),
  route('GET /projects/{project_id}/roles', async (ctx) => listRoles(ctx, (await requireProjectById(ctx)).project.id)),
  route('PUT /projects/{project_id}/roles/{member_id}', async (ctx) => {
    const { project, organization } = await requireProjectById(ctx, 'manage-roles');
    return setRole(ctx, organization, project.id, parseRole(ctx));
  }),
];
