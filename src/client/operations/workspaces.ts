import type { Values } from '@slipway/declarations/declare';
import { workspace } from '@slipway/declarations/resources/workspaces';
import { workspaceAttributes } from '@slipway/declarations/resources/workspaces/data/workspace-attributes';
import type { ServiceClient } from '../contract/service-client.ts';
import { callOperation, responseBody, type OperationOptions, type OperationResponse, listOperation } from './call-operation.ts';
import {
  responseIfMatching,
  type DocumentChange,
  decodeValues,
  decodeResponseDocument,
  type DocumentValues,
  encodeRequest,
  type NewDocument,
} from './documents.ts';
import { workspaceLocksApi } from './workspace-locks.ts';

const {
  ignore_additional_tags: _,
  ignore_additional_tag_names: __,
  tag_names: ___,
  force_delete: ____,
  organization: _____,
  ...attributes
} = workspace.attributes;

export type WorkspaceDetails = DocumentValues<typeof workspaceAttributes>;
/** Flat tags are added by `tags.add`. */
export type WorkspaceInput = NewDocument<typeof attributes>;
export type WorkspaceChange = DocumentChange<typeof attributes>;
export interface WorkspaceFilter extends OperationOptions {
  readonly name?: string | undefined;
  readonly wildcard_name?: string | undefined;
  /** Only workspaces that have all of these flat tags. */
  readonly tag_names?: readonly string[] | undefined;
  /** Excludes workspaces that have any of these flat tags. */
  readonly exclude_tag_names?: readonly string[] | undefined;
  /** Key-value tags, all of them; an empty value means any. */
  readonly tags?: { readonly [key: string]: string } | undefined;
  readonly project_id?: string | undefined;
  readonly current_run_status?: string | undefined;
  readonly sort?:
    | 'name'
    | '-name'
    | 'current-run.created-at'
    | '-current-run.created-at'
    | 'latest-change-at'
    | '-latest-change-at'
    | undefined;
}

const filterQuery = (filter: WorkspaceFilter) => ({
  'search[name]': filter.name,
  'search[wildcard-name]': filter.wildcard_name,
  'search[tags]': filter.tag_names,
  'search[exclude-tags]': filter.exclude_tag_names,
  'filter[project][id]': filter.project_id,
  'filter[current-run][status]': filter.current_run_status,
  sort: filter.sort,
  ...Object.fromEntries(
    Object.entries(filter.tags ?? {}).flatMap(([key, value], i) => [
      [`filter[tagged][${i}][key]`, key],
      ...(value === '' ? [] : [[`filter[tagged][${i}][value]`, value]]),
    ]),
  ),
});

/** A workspace in an answer. */
export const decodeWorkspace = (response: OperationResponse): WorkspaceDetails => decodeResponseDocument(workspaceAttributes, response);
const workspaceBody = (values: Values, more: { id?: string; change?: true } = {}) => encodeRequest('workspaces', attributes, values, more);

// oxlint-disable-next-line max-lines-per-function -- a table of operations
export const workspacesApi = (client: ServiceClient) => ({
  ...workspaceLocksApi(client),
  create: async (organization_name: string, values: WorkspaceInput, options: OperationOptions = {}): Promise<WorkspaceDetails> => {
    const findExisting = async () =>
      responseIfMatching(attributes, values, await findWorkspaceByName(client, organization_name, values.name));
    return decodeWorkspace(
      await callOperation(client, 'workspaces.create', { organization_name }, { body: workspaceBody(values), findExisting, ...options }),
    );
  },
  update: async (workspace_id: string, change: WorkspaceChange, options: OperationOptions = {}): Promise<WorkspaceDetails> =>
    decodeWorkspace(
      await callOperation(client, 'workspaces.update', { workspace_id }, { body: workspaceBody(change, { id: workspace_id }), ...options }),
    ),
  updateByName: async (
    organization_name: string,
    name: string,
    change: WorkspaceChange,
    options: OperationOptions = {},
  ): Promise<WorkspaceDetails> =>
    decodeWorkspace(
      await callOperation(
        client,
        'workspaces.updateByName',
        { organization_name, name },
        { body: workspaceBody(change, { change: true }), ...options },
      ),
    ),
  async *list(organization_name: string, filter: WorkspaceFilter = {}): AsyncGenerator<WorkspaceDetails> {
    for await (const { item } of listOperation(client, 'workspaces.list', { organization_name }, filterQuery(filter), filter))
      yield decodeValues(workspaceAttributes, item);
  },
  show: async (workspace_id: string, options: OperationOptions = {}): Promise<WorkspaceDetails> =>
    decodeWorkspace(await callOperation(client, 'workspaces.show', { workspace_id }, options)),
  showByName: async (organization_name: string, name: string, options: OperationOptions = {}): Promise<WorkspaceDetails> =>
    decodeWorkspace(await callOperation(client, 'workspaces.showByName', { organization_name, name }, options)),
  /** Refused with 409 while the workspace manages resources. */
  safeDelete: async (workspace_id: string, options: OperationOptions = {}): Promise<void> => {
    await callOperation(client, 'workspaces.safeDelete', { workspace_id }, { effect: 'delete', ...options });
  },
  safeDeleteByName: async (organization_name: string, name: string, options: OperationOptions = {}): Promise<void> => {
    await callOperation(client, 'workspaces.safeDeleteByName', { organization_name, name }, { effect: 'delete', ...options });
  },
  /** Forgets the resources it manages. */
  forceDelete: async (workspace_id: string, options: OperationOptions = {}): Promise<void> => {
    await callOperation(client, 'workspaces.forceDelete', { workspace_id }, options);
  },
  forceDeleteByName: async (organization_name: string, name: string, options: OperationOptions = {}): Promise<void> => {
    await callOperation(client, 'workspaces.forceDeleteByName', { organization_name, name }, options);
  },
  assignSshKey: async (workspace_id: string, ssh_key_id: string, options: OperationOptions = {}): Promise<WorkspaceDetails> =>
    decodeWorkspace(
      await callOperation(
        client,
        'workspaces.assignSshKey',
        { workspace_id },
        { body: { data: { type: 'workspaces', attributes: { id: ssh_key_id } } }, ...options },
      ),
    ),
  unassignSshKey: async (workspace_id: string, options: OperationOptions = {}): Promise<WorkspaceDetails> =>
    decodeWorkspace(
      await callOperation(
        client,
        'workspaces.unassignSshKey',
        { workspace_id },
        { body: { data: { type: 'workspaces', attributes: { id: null } } }, ...options },
      ),
    ),
});

/** The workspace's document; null if there is none of that name. */
export const findWorkspaceByName = async (client: ServiceClient, organization_name: string, name: string): Promise<Values | null> => {
  const response = await callOperation(client, 'workspaces.showByName', { organization_name, name }, { acceptedStatuses: [404] });
  return response.status === 404 ? null : responseBody(response).data;
};
