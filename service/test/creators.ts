/** What many tests begin with, created by requests as users do it; each throws unless it was created. */
import { document, one } from './documents.ts';
import type { TestService } from './support.ts';

type Creating = Pick<TestService, 'create'>;

/** The name of a new organization of the first user. */
export const createOrganization = async ({ create }: Creating, name: string): Promise<string> =>
  (await create('POST /organizations', document('organizations', { name, email: `ops@${name}.example` }))).id;

/** The ID of a new project of `acme`. */
export const createProjectId = async ({ create }: Creating, name: string, attributes: object = {}): Promise<string> =>
  (await create('POST /organizations/acme/projects', document('projects', { name, ...attributes }))).id;

/** The ID of a new team of `acme`. */
export const createTeamId = async ({ create }: Creating, name: string, attributes: object = {}): Promise<string> =>
  (await create('POST /organizations/acme/teams', document('teams', { name, ...attributes }))).id;

/** The ID of a new workspace in a project. */
export const createWorkspaceIn = async (
  { create }: Creating,
  name: string,
  project: string,
  organization = 'acme',
  token = 'owner-token',
): Promise<string> =>
  (
    await create(
      `POST /organizations/${organization}/workspaces`,
      document('workspaces', { name }, { project: one('projects', project) }),
      token,
    )
  ).id;

/** A new token of whom the path names: `/teams/{team_id}/authentication-token`. */
export const issueToken = async ({ create }: Creating, path: string, attributes?: object): Promise<string> =>
  (await create(`POST ${path}`, attributes && document('authentication-tokens', attributes))).attributes.token;
