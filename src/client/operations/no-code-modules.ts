import type { Values } from '../../declare/index.ts';
import { noCodeModule } from '../../resources/workspaces/index.ts';
import type { Item, Line } from '../line.ts';
import { ask, bodyOf, type Options, type Told } from './ask.ts';
import { type Change, decodeOne, type Document, encode, type New } from './documents.ts';
import { noCodeWorkspaces } from './no-code-workspaces.ts';

const { organization: _, variable_options: __, ...attributes } = noCodeModule.attributes;

/** The allowed values of one variable of the module. */
export interface VariableOption { readonly id: string; readonly variable_name: string; readonly variable_type: string; readonly options: readonly unknown[] }
/** With `id` it replaces that option set, without it makes a new one. */
export type NewVariableOption = Omit<VariableOption, 'id'> & { readonly id?: string };
export type NoCodeModule = Document<typeof attributes> & { /** With `include: ['variable_options']`. */ readonly variable_options?: readonly VariableOption[] };
export type NewNoCodeModule = New<typeof attributes> & { readonly variable_options?: readonly NewVariableOption[] };
export type NoCodeModuleChange = Change<typeof attributes> & { readonly variable_options?: readonly NewVariableOption[] };

const optionDocument = ({ id, variable_name, variable_type, options }: NewVariableOption) =>
  ({ ...(id === undefined ? {} : { id }), type: 'variable-options', attributes: { 'variable-name': variable_name, 'variable-type': variable_type, options } });

const optionIn = (item: Item): VariableOption => {
  const attributes = (item['attributes'] ?? {}) as Values;
  return { id: String(item['id']), variable_name: String(attributes['variable-name']), variable_type: String(attributes['variable-type']), options: (attributes['options'] ?? []) as readonly unknown[] };
};

const body = ({ variable_options, ...said }: NoCodeModuleChange, id?: string) => {
  const module = said.registry_module_id;
  return encode('no-code-modules', attributes, said, {
    ...(id === undefined ? {} : { id }),
    relationships: {
      // On requests the type is `registry-module`, in answers `registry-modules` (spec 1).
      ...(module ? { 'registry-module': { data: { id: module, type: 'registry-module' } } } : {}),
      ...(variable_options ? { 'variable-options': { data: variable_options.map(optionDocument) } } : {}),
    },
  });
};

const moduleIn = (answer: Told): NoCodeModule => decodeOne(attributes, answer);

/** Registry modules offered for making workspaces. The service refuses organization tokens here. */
export const noCodeModules = (line: Line) => ({
  ...noCodeWorkspaces(line),
  /** The specification has no list of offers: after a lost answer it is not sent again, and the error says so. */
  enable: async (organization_name: string, module: NewNoCodeModule, options: Options = {}): Promise<NoCodeModule> =>
    moduleIn(await ask(line, 'noCodeModules.enable', { organization_name }, { body: body(module), ...options })),
  update: async (id: string, change: NoCodeModuleChange, options: Options = {}): Promise<NoCodeModule> =>
    moduleIn(await ask(line, 'noCodeModules.update', { id }, { body: body(change, id), ...options })),
  read: async (id: string, { include, ...options }: Options & { readonly include?: readonly 'variable_options'[] } = {}): Promise<NoCodeModule> => {
    const answer = await ask(line, 'noCodeModules.read', { id }, { query: { include }, ...options });
    if (!include?.includes('variable_options')) return moduleIn(answer);
    return { ...moduleIn(answer), variable_options: bodyOf(answer).included.filter((item) => item['type'] === 'variable-options').map(optionIn) };
  },
});
