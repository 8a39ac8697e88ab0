import { arrayValue, booleanValue, freeObject, integerValue, objectValue, stringValue } from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import { route, type RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { CiProject } from '../projects/project-records.ts';
import { renderProjectSlug } from '../projects/require-project.ts';
import { projectUrl } from '../projects/project-url.ts';
import { effectiveSettings } from '../projects/project-settings.ts';
import { invalidRequest } from '../requests/read-request.ts';
import { ciOk } from '../responses.ts';
import { codeHostNames, codeHostCodes, parseCodeHost, type CodeHost } from '../slugs/code-hosts.ts';
import { apiV1Path } from './paths.ts';

/** The projects of all organizations of the caller, who follows each of them. */
export const listFollowedProjects = async (
  ctx: RequestContext,
): Promise<readonly { readonly project: StoredRecord<CiProject>; readonly organization: StoredRecord<CiOrganization> }[]> => {
  const keys = ctx.caller.memberships.map(({ organization }) => organization);
  const organizations = (await ctx.tx.list<CiOrganization>({ kind: 'ci-organizations', scope: '', keys })).records;
  const byId = new Map(organizations.map((one) => [one.id, one]));
  const { records } = await ctx.tx.list<CiProject>({ kind: 'ci-projects', scope: [...byId.keys()] });
  return records.map((project) => ({ project, organization: byId.get(project.scope)! }));
};

type Followed = Awaited<ReturnType<typeof listFollowedProjects>>[number];

/** The identification of a project in API v1.1: the account and the repository. */
export const renderProjectNames = ({ project, organization }: Followed, dialect: RequestContext['dialect']) => ({
  vcs_type: codeHostNames(project.body.host, dialect).longCode,
  vcs_url: projectUrl({ project, organization }),
  username: (project.body.host === 'native' ? '' : organization.body.hostName) || organization.body.name,
  reponame: project.body.name,
});

const renderProject = (ctx: RequestContext, followed: Followed) => ({
  ...renderProjectNames(followed, ctx.dialect),
  slug: renderProjectSlug(followed, ctx.dialect),
  name: followed.project.body.name,
  followed: true,
  default_branch: followed.project.body.defaultBranch,
  oss: effectiveSettings(followed.project.body).oss,
  language: null,
  parallel: 1,
  branches: {},
});

const renderRepository = (ctx: RequestContext, followed: Followed) => {
  const { username, reponame, ...names } = renderProjectNames(followed, ctx.dialect);
  return { ...names, username, name: reponame, following: true, default_branch: followed.project.body.defaultBranch };
};

const parseHost = (text: string): CodeHost => {
  const host = parseCodeHost(text);
  if (host === undefined) throw invalidRequest({ detail: `expected ${codeHostCodes}`, parameter: 'provider' });
  return host;
};

const projectMembers = { vcs_type: stringValue, vcs_url: stringValue, username: stringValue, default_branch: stringValue };

export const routes = [
  route(
    `GET ${apiV1Path}/projects`,
    async (ctx) => ciOk((await listFollowedProjects(ctx)).map((followed) => renderProject(ctx, followed))),
    {
      atRoot: true,
      description: {
        summary: "Lists the projects of the caller's organizations.",
        query: { shallow: textParameter('Has no effect: branches and their builds are not listed.') },
        responses: {
          200: arrayValue(
            objectValue({
              ...projectMembers,
              reponame: stringValue,
              slug: stringValue,
              name: stringValue,
              followed: booleanValue,
              oss: booleanValue,
              language: { type: 'null' },
              parallel: integerValue,
              branches: freeObject,
            }),
          ),
        },
      },
    },
  ),
  /** Repositories that have a project. */
  route(
    `GET ${apiV1Path}/user/repos/{provider}`,
    async (ctx) => {
      const host = parseHost(ctx.params['provider']!);
      const followed = (await listFollowedProjects(ctx)).filter(({ project }) => project.body.host === host);
      return ciOk(followed.map((one) => renderRepository(ctx, one)));
    },
    {
      atRoot: true,
      description: {
        summary: 'Lists the repositories of a code host that have a project.',
        query: {
          'per-page': textParameter('Has no effect: the list has no pages.'),
          page: textParameter('Has no effect: the list has no pages.'),
        },
        responses: { 200: arrayValue(objectValue({ ...projectMembers, name: stringValue, following: booleanValue })) },
      },
    },
  ),
];
