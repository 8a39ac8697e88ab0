import { variableSetVariable } from '@slipway/declarations/resources/workspaces';
import type { ServiceClient } from '../contract/service-client.ts';
import { callOperation, type OperationOptions, listOperation } from './call-operation.ts';
import {
  responseIfMatching,
  type DocumentChange,
  decodeValues,
  decodeResponseDocument,
  type DocumentValues,
  encodeRequest,
  type NewDocument,
} from './documents.ts';

const { value_wo: _, value_wo_version: __, ...attributes } = variableSetVariable.attributes;
export const variableAttributes = attributes;

export type VariableDetails = DocumentValues<typeof attributes>;
export type VariableInput = NewDocument<typeof attributes, 'variable_set_id'>;
export type VariableChange = DocumentChange<typeof attributes, 'variable_set_id'>;

/** `{type: 'vars', attributes}` of each, for the relationship `vars`. */
export const variableDocuments = (variables: readonly VariableInput[]): { data: readonly unknown[] } => ({
  data: variables.map((variable) => encodeRequest('vars', attributes, variable).data),
});

/** The variables inside a variable set. */
export const variableSetVariablesApi = (client: ServiceClient) => ({
  addVariable: async (varset_id: string, variable: VariableInput, options: OperationOptions = {}): Promise<VariableDetails> => {
    const findExisting = async () => {
      for await (const { item } of listOperation(client, 'variableSets.listVariables', { varset_id })) {
        const values = decodeValues(attributes, item);
        if (values.key === variable.key && values.category === variable.category) return responseIfMatching(attributes, variable, item);
      }
      return null;
    };
    const response = await callOperation(
      client,
      'variableSets.addVariable',
      { varset_id },
      { body: encodeRequest('vars', attributes, variable), findExisting, ...options },
    );
    return decodeResponseDocument(attributes, response);
  },
  updateVariable: async (
    varset_id: string,
    var_id: string,
    change: VariableChange,
    options: OperationOptions = {},
  ): Promise<VariableDetails> => {
    const response = await callOperation(
      client,
      'variableSets.updateVariable',
      { varset_id, var_id },
      { body: encodeRequest('vars', attributes, change, { id: var_id }), ...options },
    );
    return decodeResponseDocument(attributes, response);
  },
  deleteVariable: async (varset_id: string, var_id: string, options: OperationOptions = {}): Promise<void> => {
    await callOperation(client, 'variableSets.deleteVariable', { varset_id, var_id }, options);
  },
  async *listVariables(varset_id: string, options: OperationOptions = {}): AsyncGenerator<VariableDetails> {
    for await (const { item } of listOperation(client, 'variableSets.listVariables', { varset_id }, {}, options))
      yield decodeValues(attributes, item);
  },
});
