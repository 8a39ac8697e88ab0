import type { Values } from '@slipway/declarations/declare';
import { noCodeWorkspace } from '@slipway/declarations/resources/workspaces';
import type { ServiceClient } from '../contract/service-client.ts';
import { callOperation, responseBody, type OperationOptions, type OperationPath, type OperationResponse } from './call-operation.ts';
import { responseIfMatching, requireDocument, encodeRequest, type NewDocument } from './documents.ts';
import { type VariableInput, variableDocuments } from './variable-set-variables.ts';
import { findWorkspaceByName, type WorkspaceDetails, decodeWorkspace } from './workspaces.ts';

const {
  variables: _,
  module_version: __,
  upgrade_timeout: ___,
  force_delete: ____,
  no_code_module_id: _____,
  ...attributes
} = noCodeWorkspace.attributes;

export type NoCodeWorkspaceInput = NewDocument<typeof attributes> & { readonly variables?: readonly VariableInput[] };
/** `id` is that of its run. */
export interface WorkspaceUpgrade {
  readonly id: string;
  readonly status: string;
  readonly plan_url: string | null;
  readonly workspace_id: string | null;
}

type Related = { readonly [name: string]: { readonly data?: { readonly id?: string } | null } | undefined };
const relatedId = (document: Values | null, name: string): string | null =>
  ((document?.['relationships'] ?? {}) as Related)[name]?.data?.id ?? null;

const decodeUpgrade = (response: OperationResponse): WorkspaceUpgrade => {
  const data = requireDocument(response);
  const { status, 'plan-url': planUrl } = (data['attributes'] ?? {}) as Values;
  return {
    id: data['id'],
    status: String(status),
    plan_url: typeof planUrl === 'string' ? planUrl : null,
    workspace_id: relatedId(data, 'workspace'),
  };
};

const workspaceBody = ({ variables = [], ...values }: NoCodeWorkspaceInput) => {
  const { project_id, auto_apply, ...rest } = values;
  const { data } = encodeRequest('workspaces', attributes, rest, {
    relationships: {
      ...(project_id ? { project: { data: { id: project_id, type: 'project' } } } : {}),
      ...(variables.length > 0 ? { vars: variableDocuments(variables) } : {}),
    },
  });
  // This one attribute is spelled with an underscore (spec 1, no-code create).
  if (auto_apply !== undefined && auto_apply !== null) data['attributes'] = { ...(data['attributes'] as object), auto_apply };
  return { data };
};

const readyPattern = /^(pending|fetching|planning|planned|cost_estimated|policy_\w+)$/;

/** Workspaces made of a no-code module, and their upgrade in three steps: start, read until it is planned, confirm. */
// oxlint-disable-next-line max-lines-per-function -- a table of operations
export const noCodeWorkspacesApi = (client: ServiceClient) => ({
  createWorkspace: async (id: string, values: NoCodeWorkspaceInput, options: OperationOptions = {}): Promise<WorkspaceDetails> => {
    const { variables: _, ...limits } = values;
    const findExisting = async () => {
      const organization =
        relatedId(responseBody(await callOperation(client, 'noCodeModules.read', { id })).data, 'organization') ?? client.organization;
      return organization === null
        ? null
        : responseIfMatching(attributes, limits, await findWorkspaceByName(client, organization, values.name));
    };
    return decodeWorkspace(
      await callOperation(client, 'noCodeModules.createWorkspace', { id }, { body: workspaceBody(values), findExisting, ...options }),
    );
  },
  /** Starts an upgrade. It is not repeated after a lost response: the error says so, and the workspace shows its run. */
  startUpgrade: async (
    no_code_module_id: string,
    id: string,
    variables: readonly VariableInput[],
    options: OperationOptions = {},
  ): Promise<WorkspaceUpgrade> => {
    const body = { data: { type: 'workspaces', relationships: { vars: variableDocuments(variables) } } };
    return decodeUpgrade(await callOperation(client, 'noCodeModules.startUpgrade', { no_code_module_id, id }, { body, ...options }));
  },
  readUpgrade: async (path: OperationPath<'noCodeModules.readUpgrade'>, options: OperationOptions = {}): Promise<WorkspaceUpgrade> =>
    decodeUpgrade(await callOperation(client, 'noCodeModules.readUpgrade', path, options)),
  /** Confirms an upgrade; returns the service's confirmation, normally a short text. */
  confirmUpgrade: async (path: OperationPath<'noCodeModules.confirmUpgrade'>, options: OperationOptions = {}): Promise<string | null> => {
    const findExisting = async () => {
      const response = await callOperation(client, 'noCodeModules.readUpgrade', path);
      return readyPattern.test(decodeUpgrade(response).status) ? null : { ...response, body: null };
    };
    const { body } = await callOperation(client, 'noCodeModules.confirmUpgrade', path, {
      text: true,
      findExisting,
      ...options,
    });
    return typeof body === 'string' ? body.trim() : body === null ? null : JSON.stringify(body);
  },
});
