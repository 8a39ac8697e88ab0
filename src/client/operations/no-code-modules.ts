import type { Values } from '@slipway/declarations/declare';
import { noCodeModule } from '@slipway/declarations/resources/workspaces';
import type { ListItem, ServiceClient } from '../contract/service-client.ts';
import { callOperation, responseBody, type OperationOptions, type OperationResponse } from './call-operation.ts';
import { type DocumentChange, decodeResponseDocument, type DocumentValues, encodeRequest, type NewDocument } from './documents.ts';
import { noCodeWorkspacesApi } from './no-code-workspaces.ts';

const { organization: _, variable_options: __, ...attributes } = noCodeModule.attributes;

/** The allowed values of one variable of the module. */
export interface VariableOptionDetails {
  readonly id: string;
  readonly variable_name: string;
  readonly variable_type: string;
  readonly options: readonly unknown[];
}
/** With `id` it replaces that option set, otherwise it creates a new one. */
export type VariableOptionInput = Omit<VariableOptionDetails, 'id'> & { readonly id?: string };
export type NoCodeModuleDetails = DocumentValues<typeof attributes> & {
  /** Present with `include: ['variable_options']`. */ readonly variable_options?: readonly VariableOptionDetails[];
};
export type NoCodeModuleInput = NewDocument<typeof attributes> & { readonly variable_options?: readonly VariableOptionInput[] };
export type NoCodeModuleChange = DocumentChange<typeof attributes> & { readonly variable_options?: readonly VariableOptionInput[] };

const encodeOption = ({ id, variable_name, variable_type, options }: VariableOptionInput) => ({
  ...(id === undefined ? {} : { id }),
  type: 'variable-options',
  attributes: { 'variable-name': variable_name, 'variable-type': variable_type, options },
});

const decodeOption = (item: ListItem): VariableOptionDetails => {
  const attributes = (item['attributes'] ?? {}) as Values;
  return {
    id: String(item['id']),
    variable_name: String(attributes['variable-name']),
    variable_type: String(attributes['variable-type']),
    options: (attributes['options'] ?? []) as readonly unknown[],
  };
};

const moduleBody = ({ variable_options, ...values }: NoCodeModuleChange, id?: string) => {
  const module = values.registry_module_id;
  return encodeRequest('no-code-modules', attributes, values, {
    ...(id === undefined ? {} : { id }),
    relationships: {
      // On requests the type is `registry-module`, in responses `registry-modules` (spec 1).
      ...(module ? { 'registry-module': { data: { id: module, type: 'registry-module' } } } : {}),
      ...(variable_options ? { 'variable-options': { data: variable_options.map(encodeOption) } } : {}),
    },
  });
};

const decodeModule = (response: OperationResponse): NoCodeModuleDetails => decodeResponseDocument(attributes, response);

/** Registry modules offered for making workspaces. The service refuses organization tokens here. */
export const noCodeModulesApi = (client: ServiceClient) => ({
  ...noCodeWorkspacesApi(client),
  /**
   * Enables an offer. The specification has no list of offers: after a lost response the request is not repeated, and the error says so.
   */
  enable: async (organization_name: string, module: NoCodeModuleInput, options: OperationOptions = {}): Promise<NoCodeModuleDetails> =>
    decodeModule(await callOperation(client, 'noCodeModules.enable', { organization_name }, { body: moduleBody(module), ...options })),
  update: async (id: string, change: NoCodeModuleChange, options: OperationOptions = {}): Promise<NoCodeModuleDetails> =>
    decodeModule(await callOperation(client, 'noCodeModules.update', { id }, { body: moduleBody(change, id), ...options })),
  read: async (
    id: string,
    { include, ...options }: OperationOptions & { readonly include?: readonly 'variable_options'[] } = {},
  ): Promise<NoCodeModuleDetails> => {
    const response = await callOperation(client, 'noCodeModules.read', { id }, { query: { include }, ...options });
    if (!include?.includes('variable_options')) return decodeModule(response);
    return {
      ...decodeModule(response),
      variable_options: responseBody(response)
        .included.filter((item) => item['type'] === 'variable-options')
        .map(decodeOption),
    };
  },
});
