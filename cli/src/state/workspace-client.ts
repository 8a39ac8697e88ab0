import type { ServiceClient } from 'slipway/client/contract/service-client';
import { openServiceClient } from 'slipway/client/open-service-client';
import type { ConnectionOptions } from '../connection-options.ts';
import { printTarget } from '../login/print-target.ts';
import { requireConnectionOrganization, resolveConnection } from '../login/resolve-connection.ts';

export interface WorkspaceClient {
  readonly client: ServiceClient;
  readonly organization: string;
}

/** Opens a client of the workspace service. Throws a CliError that says what is missing. */
export function openWorkspaceClient(options: ConnectionOptions): WorkspaceClient {
  const connection = resolveConnection(options);
  const organization = requireConnectionOrganization(connection);
  printTarget(connection);
  return { client: openServiceClient({ service: 'workspaces', ...connection }), organization };
}

interface WorkspaceDocument {
  readonly data: { readonly id: string; readonly attributes: { readonly name: string } };
}

const pathByName = (organization: string, name: string): string =>
  `/organizations/${encodeURIComponent(organization)}/workspaces/${encodeURIComponent(name)}`;

/** The path of a workspace that is named by its ID or by its name. */
export const workspacePath = (organization: string, workspace: string): string =>
  /^ws-[A-Za-z0-9]{16}$/.test(workspace) ? `/workspaces/${workspace}` : pathByName(organization, workspace);

/** ID and name of a workspace that is named by either. */
export const findWorkspace = async (
  { client, organization }: WorkspaceClient,
  workspace: string,
): Promise<{ readonly id: string; readonly name: string }> => {
  const path = workspacePath(organization, workspace);
  const { data } = (await client.call({ method: 'GET', path, effect: 'read' })).body as WorkspaceDocument;
  return { id: data.id, name: data.attributes.name };
};

/** Creates a workspace with defaults; returns its ID. */
export const createNamedWorkspace = async ({ client, organization }: WorkspaceClient, name: string): Promise<string> => {
  const path = `/organizations/${encodeURIComponent(organization)}/workspaces`;
  const body = { data: { type: 'workspaces', attributes: { name } } };
  const findExisting = async () => {
    const found = await client.call({ method: 'GET', path: pathByName(organization, name), effect: 'read', acceptedStatuses: [404] });
    return found.status === 404 ? null : found;
  };
  const { body: created } = await client.call({ method: 'POST', path, effect: 'create', body, findExisting });
  return (created as WorkspaceDocument).data.id;
};
