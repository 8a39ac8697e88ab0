import { variableSetVariable } from '../../resources/workspaces/index.ts';
import type { Line } from '../line.ts';
import { ask, type Options, walk } from './ask.ts';
import { asAsked, type Change, decode, decodeOne, type Document, encode, type New } from './documents.ts';

const { value_wo: _, value_wo_version: __, ...attributes } = variableSetVariable.attributes;
export const variableAttributes = attributes;

export type Variable = Document<typeof attributes>;
export type NewVariable = New<typeof attributes, 'variable_set_id'>;
export type VariableChange = Change<typeof attributes, 'variable_set_id'>;

/** `{type: 'vars', attributes}` of each, for the relationship `vars`. */
export const variableDocuments = (variables: readonly NewVariable[]): { data: readonly unknown[] } =>
  ({ data: variables.map((variable) => encode('vars', attributes, variable).data) });

/** The variables inside a variable set. */
export const variablesOf = (line: Line) => ({
  addVariable: async (varset_id: string, variable: NewVariable, options: Options = {}): Promise<Variable> => {
    const found = async () => {
      for await (const { item } of walk(line, 'variableSets.listVariables', { varset_id })) {
        const shown = decode(attributes, item);
        if (shown.key === variable.key && shown.category === variable.category) return asAsked(attributes, variable, item);
      }
      return null;
    };
    const answer = await ask(line, 'variableSets.addVariable', { varset_id }, { body: encode('vars', attributes, variable), found, ...options });
    return decodeOne(attributes, answer);
  },
  updateVariable: async (varset_id: string, var_id: string, change: VariableChange, options: Options = {}): Promise<Variable> => {
    const answer = await ask(line, 'variableSets.updateVariable', { varset_id, var_id }, { body: encode('vars', attributes, change, { id: var_id }), ...options });
    return decodeOne(attributes, answer);
  },
  deleteVariable: async (varset_id: string, var_id: string, options: Options = {}): Promise<void> => {
    await ask(line, 'variableSets.deleteVariable', { varset_id, var_id }, options);
  },
  async *listVariables(varset_id: string, options: Options = {}): AsyncGenerator<Variable> {
    for await (const { item } of walk(line, 'variableSets.listVariables', { varset_id }, {}, options)) yield decode(attributes, item);
  },
});
