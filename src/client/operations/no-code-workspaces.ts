import type { Values } from '../../declare/index.ts';
import { noCodeWorkspace } from '../../resources/workspaces/index.ts';
import type { ServiceClient } from '../service-client.ts';
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

const decodeUpgrade = (answer: OperationResponse): WorkspaceUpgrade => {
  const data = requireDocument(answer);
  const { status, 'plan-url': planUrl } = (data['attributes'] ?? {}) as Values;
  return {
    id: data['id'],
    status: String(status),
    plan_url: typeof planUrl === 'string' ? planUrl : null,
    workspace_id: relatedId(data, 'workspace'),
  };
};

const workspaceBody = ({ variables = [], ...said }: NoCodeWorkspaceInput) => {
  const { project_id, auto_apply, ...rest } = said;
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
export const noCodeWorkspacesApi = (line: ServiceClient) => ({
  createWorkspace: async (id: string, said: NoCodeWorkspaceInput, options: OperationOptions = {}): Promise<WorkspaceDetails> => {
    const { variables: _, ...told } = said;
    const found = async () => {
      const organization =
        relatedId(responseBody(await callOperation(line, 'noCodeModules.read', { id })).data, 'organization') ?? line.organization;
      return organization === null ? null : responseIfMatching(attributes, told, await findWorkspaceByName(line, organization, said.name));
    };
    return decodeWorkspace(
      await callOperation(line, 'noCodeModules.createWorkspace', { id }, { body: workspaceBody(said), found, ...options }),
    );
  },
  /** An upgrade whose answer was lost is not started again: the error says so, and the workspace shows its run. */
  startUpgrade: async (
    no_code_module_id: string,
    id: string,
    variables: readonly VariableInput[],
    options: OperationOptions = {},
  ): Promise<WorkspaceUpgrade> => {
    const body = { data: { type: 'workspaces', relationships: { vars: variableDocuments(variables) } } };
    return decodeUpgrade(await callOperation(line, 'noCodeModules.startUpgrade', { no_code_module_id, id }, { body, ...options }));
  },
  readUpgrade: async (path: OperationPath<'noCodeModules.readUpgrade'>, options: OperationOptions = {}): Promise<WorkspaceUpgrade> =>
    decodeUpgrade(await callOperation(line, 'noCodeModules.readUpgrade', path, options)),
  /** The service's confirmation: a short text, or whatever it answers. */
  confirmUpgrade: async (path: OperationPath<'noCodeModules.confirmUpgrade'>, options: OperationOptions = {}): Promise<string | null> => {
    const found = async () => {
      const answer = await callOperation(line, 'noCodeModules.readUpgrade', path);
      return readyPattern.test(decodeUpgrade(answer).status) ? null : { ...answer, body: null };
    };
    const { body } = await callOperation(line, 'noCodeModules.confirmUpgrade', path, { text: true, found, ...options });
    return typeof body === 'string' ? body.trim() : body === null ? null : JSON.stringify(body);
  },
});
