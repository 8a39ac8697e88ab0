import { CliError } from '../cli-error.ts';
import { findWorkspace, type WorkspaceClient } from './workspace-client.ts';

/** A state version as the service shows it. */
export interface StateVersion {
  readonly id: string;
  readonly serial: number;
  readonly lineage: string | null;
  readonly status: string;
  readonly createdAt: string;
  /** Bytes. */
  readonly size: number | null;
  readonly resources: number;
  readonly md5: string | null;
  /** Absent: its content is not there. */
  readonly download?: string;
}
interface StateDocument {
  readonly id: string;
  readonly attributes: { readonly [name: string]: unknown };
}

const toStateVersion = ({ id, attributes }: StateDocument): StateVersion => {
  const download = attributes['hosted-state-download-url'];
  return {
    id,
    serial: Number(attributes['serial']),
    lineage: attributes['lineage'] as string | null,
    status: String(attributes['status']),
    createdAt: String(attributes['created-at']),
    size: (attributes['size'] as number | null | undefined) ?? null,
    resources: Number(attributes['resource-count'] ?? 0),
    md5: (attributes['md5'] as string | null | undefined) ?? null,
    ...(typeof download === 'string' ? { download } : {}),
  };
};

/** The state versions of a workspace, the newest first. */
export const listStateVersions = async (opened: WorkspaceClient, workspace: string): Promise<readonly StateVersion[]> => {
  const { name } = await findWorkspace(opened, workspace);
  const query = { 'filter[organization][name]': opened.organization, 'filter[workspace][name]': name };
  const versions: StateVersion[] = [];
  for await (const item of opened.client.list({ path: '/state-versions', query }))
    versions.push(toStateVersion(item as unknown as StateDocument));
  return versions;
};

/** The version that an ID (`sv-…`) or a serial names, or the current one. Throws a CliError. */
export const findStateVersion = async (opened: WorkspaceClient, workspace: string, named?: string): Promise<StateVersion> => {
  if (named === undefined) {
    const { id } = await findWorkspace(opened, workspace);
    const path = `/workspaces/${id}/current-state-version`;
    const { status, body } = await opened.client.call({ method: 'GET', path, effect: 'read', acceptedStatuses: [404] });
    if (status === 404) throw new CliError(`The workspace ${workspace} has no state.`);
    return toStateVersion((body as { data: StateDocument }).data);
  }
  const version = (await listStateVersions(opened, workspace)).find(({ id, serial }) => id === named || String(serial) === named);
  if (!version)
    throw new CliError(`The workspace ${workspace} has no state version ${named}. \`slipway state list ${workspace}\` lists them.`);
  return version;
};

export interface DownloadedState {
  readonly serial: number;
  readonly terraform_version?: string;
  readonly outputs?: { readonly [name: string]: { readonly value?: unknown; readonly sensitive?: boolean } };
  readonly resources?: readonly StateBlock[];
}
interface StateBlock {
  readonly mode: string;
  readonly module?: string;
  readonly type: string;
  readonly name: string;
  readonly instances?: readonly { readonly index_key?: string | number; readonly attributes?: { readonly [name: string]: unknown } }[];
}

/** The content of a state version. Throws a CliError if it was deleted, or was never uploaded. */
export const downloadState = async ({ client }: WorkspaceClient, { id, download, status }: StateVersion): Promise<DownloadedState> => {
  if (download === undefined) throw new CliError(`The content of ${id} is not available: the version is ${status}.`);
  const path = new URL(download).pathname.replace(/^\/api\/v2/, '');
  return (await client.call({ method: 'GET', path, effect: 'read' })).body as DownloadedState;
};

/** Managed objects by address. */
export const listInstances = ({ resources = [] }: DownloadedState): ReadonlyMap<string, { readonly [name: string]: unknown }> =>
  new Map(
    resources
      .filter(({ mode }) => mode === 'managed')
      .flatMap(({ module, type, name, instances = [] }) =>
        instances.map(({ index_key: key, attributes = {} }) => {
          const block = `${module === undefined ? '' : `${module}.`}${type}.${name}`;
          return [key === undefined ? block : `${block}[${JSON.stringify(key)}]`, attributes] as const;
        }),
      ),
  );

/** Makes an earlier version the current one: a new version with its content. The workspace is locked meanwhile. */
export const restoreStateVersion = async (opened: WorkspaceClient, workspace: string, named: string): Promise<StateVersion> => {
  const { client } = opened;
  const { id } = await findWorkspace(opened, workspace);
  const source = await findStateVersion(opened, workspace, named);
  const action = (name: string, body?: object) =>
    client.call({ method: 'POST', path: `/workspaces/${id}/actions/${name}`, effect: 'create', body });
  await action('lock', { reason: `restore of ${source.id}` });
  try {
    const relationships = { 'rollback-state-version': { data: { type: 'state-versions', id: source.id } } };
    const body = { data: { type: 'state-versions', relationships } };
    const restored = await client.call({ method: 'PATCH', path: `/workspaces/${id}/state-versions`, effect: 'create', body });
    return toStateVersion((restored.body as { data: StateDocument }).data);
  } finally {
    await action('unlock');
  }
};
