import { type WorkspaceClient, workspacePath } from '../state/workspace-client.ts';

/** A workspace as the service shows it. */
export interface WorkspaceSummary {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly executionMode: string;
  readonly locked: boolean;
  readonly engineVersion: string | null;
  readonly resources: number;
  readonly tags: readonly string[];
  readonly updatedAt: string;
  readonly projectId: string | null;
  readonly currentRunId: string | null;
}

interface WorkspaceDocument {
  readonly id: string;
  readonly attributes: { readonly [name: string]: unknown };
  readonly relationships?: { readonly [name: string]: { readonly data?: { readonly id: string } | null } | undefined };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The version has another name at the hosted service. */
const engineVersionOf = (attributes: WorkspaceDocument['attributes']): string | null =>
  textOf(attributes['engine-version']) ?? textOf(attributes['terraform-version']);

const summarize = ({ id, attributes, relationships = {} }: WorkspaceDocument): WorkspaceSummary => ({
  id,
  name: String(attributes['name']),
  description: textOf(attributes['description']),
  executionMode: String(attributes['execution-mode']),
  locked: attributes['locked'] === true,
  engineVersion: engineVersionOf(attributes),
  resources: Number(attributes['resource-count'] ?? 0),
  tags: (attributes['tag-names'] as readonly string[] | undefined) ?? [],
  updatedAt: String(attributes['updated-at']),
  projectId: relationships['project']?.data?.id ?? null,
  currentRunId: relationships['current-run']?.data?.id ?? null,
});

/** The workspaces of the organization by name: those whose name contains `search`, and that have all of `tags`; at most `limit`. */
export const listWorkspaces = async (
  { client, organization }: WorkspaceClient,
  { search, tags, limit = Infinity }: { readonly search?: string; readonly tags?: readonly string[]; readonly limit?: number },
): Promise<readonly WorkspaceSummary[]> => {
  const found: WorkspaceSummary[] = [];
  const query = { 'search[name]': search, 'search[tags]': tags?.join(','), 'page[size]': 100, sort: 'name' };
  for await (const item of client.list({ path: `/organizations/${encodeURIComponent(organization)}/workspaces`, query })) {
    found.push(summarize(item as unknown as WorkspaceDocument));
    if (found.length >= limit) break;
  }
  return found;
};

/** A workspace by its ID or its name. */
export const readWorkspace = async ({ client, organization }: WorkspaceClient, workspace: string): Promise<WorkspaceSummary> => {
  const path = workspacePath(organization, workspace);
  const { body } = await client.call({ method: 'GET', path, effect: 'read' });
  return summarize((body as { readonly data: WorkspaceDocument }).data);
};
