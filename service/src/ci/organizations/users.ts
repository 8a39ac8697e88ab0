import { forbidden, notFound } from '../../http/problem.ts';
import type { Organization, User } from '../../access/records.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { codeHostNames } from '../slugs/code-hosts.ts';
import { uuidPathParameter } from '../requests/read-request.ts';
import { ciOk } from '../responses.ts';
import type { CiOrganization } from './organization-records.ts';
import { bothSpellings, renderAvatarUrl } from '../hosted-dialect.ts';
import { renderOrganizationSlug } from './require-organization.ts';

const renderUser = ({ dialect }: RequestContext, { body }: StoredRecord<User>) => ({
  id: body.uuid,
  login: body.name,
  name: body.name,
  avatar_url: renderAvatarUrl(dialect),
});

/** The user of the token; 403 for the token of a team or an organization. */
export const requireCiUser = async (ctx: RequestContext): Promise<StoredRecord<User>> => {
  if (ctx.caller.kind !== 'user') throw forbidden('a user token is required; this token belongs to a team or an organization');
  const user = await ctx.tx.get<User>('users', ctx.caller.id);
  if (!user) throw notFound('the user of this token');
  return user;
};

const listOrganizationNames = async (ctx: RequestContext, user: string): Promise<readonly string[]> =>
  (
    await ctx.tx.getMany<Organization>(
      'organizations',
      (await ctx.tx.listLinks('organization-members', { to: user })).map(({ from }) => from),
    )
  ).map(({ body }) => body.name);

/** The user of the path; 404 unless the user shares an organization with the caller. */
const requireVisibleUser = async (ctx: RequestContext): Promise<StoredRecord<User>> => {
  const id = uuidPathParameter(ctx, 'id');
  const [user] = (await ctx.tx.list<User>({ kind: 'users', scope: '', body: [{ path: 'uuid', is: id }] })).records;
  const mine = ctx.caller.memberships.map(({ organization }) => organization);
  if (!user || (user.id !== ctx.caller.id && !(await listOrganizationNames(ctx, user.id)).some((name) => mine.includes(name))))
    throw notFound(`the user ${id}`);
  return user;
};

const renderCollaboration = (ctx: RequestContext) => (organization: StoredRecord<CiOrganization>) =>
  bothSpellings(
    {
      id: organization.id,
      'vcs-type': codeHostNames(organization.body.host, ctx.dialect).longCode,
      name: organization.body.host === 'native' ? organization.body.name : organization.body.hostName,
      avatar_url: renderAvatarUrl(ctx.dialect),
      slug: renderOrganizationSlug(organization, ctx.dialect),
    },
    ctx.dialect,
  );

export const routes = [
  route('GET /me', async (ctx) => ciOk(renderUser(ctx, await requireCiUser(ctx)))),
  route('GET /me/collaborations', async (ctx) => {
    const keys = ctx.caller.memberships.map(({ organization }) => organization);
    return ciOk((await ctx.tx.list<CiOrganization>({ kind: 'ci-organizations', scope: '', keys })).records.map(renderCollaboration(ctx)));
  }),
  route('GET /user/{id}', async (ctx) => ciOk(renderUser(ctx, await requireVisibleUser(ctx)))),
];
