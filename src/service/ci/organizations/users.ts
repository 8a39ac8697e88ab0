import { forbidden, notFound } from '../../http/problem.ts';
import type { Organization, User } from '../../access/records.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { codeHostNames } from '../slugs/code-hosts.ts';
import { uuidPathParameter } from '../requests/read-request.ts';
import { ciOk } from '../responses.ts';
import type { CiOrganization } from './organization-records.ts';
import { memberName } from '../hosted-dialect.ts';
import { renderOrganizationSlug } from './require-organization.ts';

const renderUser = ({ body }: StoredRecord<User>) => ({ id: body.uuid, login: body.name, name: body.name, avatar_url: null });

/** The user behind a user's token: 403 for the token of a team or of an organization. */
export const requireCiUser = async (asking: RequestContext): Promise<StoredRecord<User>> => {
  if (asking.caller.kind !== 'user') throw forbidden("this needs a user's token; this one is a team's or an organization's");
  const user = await asking.tx.get<User>('users', asking.caller.id);
  if (!user) throw notFound('the user of this token');
  return user;
};

const listOrganizationNames = async (asking: RequestContext, user: string): Promise<readonly string[]> =>
  (
    await asking.tx.getMany<Organization>(
      'organizations',
      (await asking.tx.listLinks('organization-members', { to: user })).map(({ from }) => from),
    )
  ).map(({ body }) => body.name);

/** Whoever shares an organization with the caller; 404 for others. */
const requireVisibleUser = async (asking: RequestContext): Promise<StoredRecord<User>> => {
  const id = uuidPathParameter(asking, 'id');
  const [user] = (await asking.tx.list<User>({ kind: 'users', scope: '', body: [{ path: 'uuid', is: id }] })).records;
  const mine = asking.caller.memberships.map(({ organization }) => organization);
  if (!user || (user.id !== asking.caller.id && !(await listOrganizationNames(asking, user.id)).some((name) => mine.includes(name))))
    throw notFound(`the user ${id}`);
  return user;
};

const renderCollaboration = (asking: RequestContext) => (organization: StoredRecord<CiOrganization>) => ({
  id: organization.id,
  [memberName('vcs-type', asking.dialect)]: codeHostNames(organization.body.host, asking.dialect).longCode,
  name: organization.body.host === 'native' ? organization.body.name : organization.body.hostName,
  avatar_url: null,
  slug: renderOrganizationSlug(organization, asking.dialect),
});

export const routes = [
  route('GET /me', async (asking) => ciOk(renderUser(await requireCiUser(asking)))),
  route('GET /me/collaborations', async (asking) => {
    const keys = asking.caller.memberships.map(({ organization }) => organization);
    return ciOk(
      (await asking.tx.list<CiOrganization>({ kind: 'ci-organizations', scope: '', keys })).records.map(renderCollaboration(asking)),
    );
  }),
  route('GET /user/{id}', async (asking) => ciOk(renderUser(await requireVisibleUser(asking)))),
];
