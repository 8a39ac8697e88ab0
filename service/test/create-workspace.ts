import type { TestService } from './support.ts';

/** Creates a workspace in a project, as its users do; its id. */
export const createWorkspaceIn = async (
  { request: ask }: Pick<TestService, 'request'>,
  name: string,
  project: string,
  organization = 'acme',
  token = 'owner-token',
): Promise<string> => {
  const relationships = { project: { data: { type: 'projects', id: project } } };
  const made = await ask(
    `POST /organizations/${organization}/workspaces`,
    { data: { type: 'workspaces', attributes: { name }, relationships } },
    { token },
  );
  if (made.status !== 201) throw new Error(`${made.status} ${JSON.stringify(made.body)}`);
  return made.body.data.id;
};
