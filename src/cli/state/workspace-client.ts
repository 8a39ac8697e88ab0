import type { ServiceClient } from '../../client/contract/service-client.ts';
import { openServiceClient } from '../../client/open-service-client.ts';
import { CliError } from '../cli-error.ts';
import type { ConnectionOptions } from '../connection-options.ts';
import { readLogin } from '../login/login-file.ts';

export interface WorkspaceClient {
  readonly client: ServiceClient;
  readonly organization: string;
}

/**
 * A client of the workspace service that the options or the environment name, else of the login. The token of the login goes to no other
 * address. Throws a CliError that says what is missing.
 */
export function openWorkspaceClient({ address, organization, dialect }: ConnectionOptions): WorkspaceClient {
  const login = readLogin();
  const where = address ?? login?.address;
  if (!where) throw new CliError('Where is the service? Pass --address, set SLIPWAY_WORKSPACES_ADDRESS, or run `slipway login`.', 2);
  const isLogin = login !== undefined && where.replace(/\/+$/, '') === login.address;
  const token = process.env.SLIPWAY_WORKSPACES_TOKEN || (isLogin ? login.token : '');
  if (!token) throw new CliError(`There is no token for ${where}. Set SLIPWAY_WORKSPACES_TOKEN, or run \`slipway login ${where}\`.`, 2);
  const owner = organization ?? (isLogin ? login.organization : undefined);
  if (!owner) throw new CliError('Name the organization: --organization, or SLIPWAY_WORKSPACES_ORGANIZATION.', 2);
  const spoken = dialect ?? (isLogin ? login.dialect : undefined);
  return {
    client: openServiceClient({ service: 'workspaces', address: where, token, organization: owner, dialect: spoken }),
    organization: owner,
  };
}

interface WorkspaceDocument {
  readonly data: { readonly id: string; readonly attributes: { readonly name: string } };
}

const workspacePath = (organization: string, name: string): string =>
  `/organizations/${encodeURIComponent(organization)}/workspaces/${encodeURIComponent(name)}`;

/** ID and name of a workspace that is named by either. */
export const findWorkspace = async (
  { client, organization }: WorkspaceClient,
  workspace: string,
): Promise<{ readonly id: string; readonly name: string }> => {
  const path = /^ws-[A-Za-z0-9]{16}$/.test(workspace) ? `/workspaces/${workspace}` : workspacePath(organization, workspace);
  const { data } = (await client.call({ method: 'GET', path, effect: 'read' })).body as WorkspaceDocument;
  return { id: data.id, name: data.attributes.name };
};

/** Creates a workspace with defaults; returns its ID. */
export const createNamedWorkspace = async ({ client, organization }: WorkspaceClient, name: string): Promise<string> => {
  const path = `/organizations/${encodeURIComponent(organization)}/workspaces`;
  const body = { data: { type: 'workspaces', attributes: { name } } };
  const findExisting = async () => {
    const found = await client.call({ method: 'GET', path: workspacePath(organization, name), effect: 'read', acceptedStatuses: [404] });
    return found.status === 404 ? null : found;
  };
  const { body: created } = await client.call({ method: 'POST', path, effect: 'create', body, findExisting });
  return (created as WorkspaceDocument).data.id;
};
