import type { OrganizationRight, ServiceSettings } from '../../src/http/route.ts';
import type { ApiDialect } from '../../src/http/api-dialect.ts';
import { createProjectId } from '../creators.ts';
import { document } from '../documents.ts';
import { addMember } from '../members.ts';
import type { TeamAccess } from '../../src/access/workspace-rights.ts';
import { type TestResponse, createTestService, type TestService } from '../support.ts';

export interface WorkspaceTestService extends TestService {
  /** Creates a workspace of `acme`. */
  createWorkspace(name: string, attributes?: object, relationships?: object): Promise<TestResponse>;
  /** The id of a new workspace; throws unless it was created. */
  createWorkspaceId(name: string, attributes?: object, relationships?: object): Promise<string>;
  patch(id: string, attributes: object, relationships?: object): Promise<TestResponse>;
  project(name: string, attributes?: object): Promise<string>;
  /** The token of a new user in a new team that has these rights in the organization. */
  member(
    name: string,
    access?: readonly OrganizationRight[],
  ): Promise<{ readonly token: string; readonly team: string; readonly user: string }>;
  grant(kind: 'team-workspaces' | 'team-projects', team: string, to: string, access: TeamAccess): Promise<void>;
  /** What the service does by itself (runs, states), done by hand. */
  change(id: string, members: object): Promise<void>;
}

export const createWorkspaceTestService = async (
  options: { readonly settings?: Partial<ServiceSettings>; readonly profile?: ApiDialect } = {},
): Promise<WorkspaceTestService> => {
  const whole = await createTestService(options);
  const { request: ask, store } = whole;
  const make: WorkspaceTestService['createWorkspace'] = (name, attributes = {}, relationships) =>
    ask('POST /organizations/acme/workspaces', document('workspaces', { name, ...attributes }, relationships));
  return {
    ...whole,
    createWorkspace: make,
    createWorkspaceId: async (name, attributes = {}, relationships) =>
      (await whole.create('POST /organizations/acme/workspaces', document('workspaces', { name, ...attributes }, relationships))).id,
    patch: (id, attributes, relationships) => ask(`PATCH /workspaces/${id}`, document('workspaces', attributes, relationships)),
    project: (name, attributes) => createProjectId(whole, name, attributes),
    member: async (name, access = []) => {
      const { team, user } = await addMember(whole, { name, team: `team of ${name}`, teamToken: `team-of-${name}-token`, access });
      return { token: `${name}-token`, team: team!, user };
    },
    grant: async (kind, team, to, access) => {
      await store.write((tx) => tx.link(kind, team, to, access));
    },
    change: (id, members) =>
      store.write(async (tx) => {
        const workspace = (await tx.get<object>('workspaces', id))!;
        await tx.update(workspace, { body: { ...workspace.body, ...members } });
      }),
  };
};

/** Status, then the pointers (or parameters) of what was refused. */
export const summarizeErrors = (answer: TestResponse): readonly unknown[] => [
  answer.status,
  ...(answer.body?.errors ?? []).map((error: any) => error.source?.pointer ?? error.source?.parameter),
];
export const listNames = (answer: TestResponse): readonly string[] => answer.body.data.map((one: any) => one.attributes.name);
/** Status, whether the workspace is locked, why, and by whom. */
export const describeLock = ({ status, body }: TestResponse): readonly unknown[] => {
  const { attributes, relationships } = body.data;
  return [status, attributes.locked, attributes['locked-reason'], relationships['locked-by'].data];
};
