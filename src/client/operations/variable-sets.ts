import { id, optional, ref, setOf, toMany, type Values } from '../../declare/index.ts';
import { variableSet } from '../../resources/workspaces/index.ts';
import type { Item, Line } from '../line.ts';
import { ask, bodyOf, type Options, type PathOf, walk } from './ask.ts';
import { asAsked, type Change, decode, decodeOne, type Document, documentIn, encode, type New, references } from './documents.ts';
import { type NewVariable, type Variable, variableAttributes, variableDocuments, variablesOf } from './variables.ts';

const attributes = {
  ...variableSet.attributes,
  workspace_ids: optional(setOf(id('ws')), 'The workspaces it is applied to.', { at: toMany('workspaces', ref('workspaces')) }),
  project_ids: optional(setOf(id('prj')), 'The projects it is applied to.', { at: toMany('projects', ref('projects')) }),
};
type Own = 'organization';

export type VariableSet = Document<typeof attributes> & { /** With `include: ['vars']`. */ readonly variables?: readonly Variable[] };
export type NewVariableSet = New<typeof attributes, Own> & { readonly variables?: readonly NewVariable[] };
/** `variables` are added; an empty `workspace_ids` or `project_ids` clears them. */
export type VariableSetChange = Change<typeof attributes, Own | 'parent_project_id'> & { readonly variables?: readonly NewVariable[] };
export interface Including extends Options { readonly include?: readonly ('vars' | 'workspaces' | 'projects')[] | undefined }
export interface VariableSetFilter extends Including { /** Only those whose name contains this. */ readonly name?: string | undefined }

const shown = (document: Values, included: readonly Item[], { include }: Including): VariableSet => {
  const set = decode(attributes, document);
  if (!include?.includes('vars')) return set;
  const linked = (document['relationships'] as { vars?: { data?: readonly { id: string }[] } } | undefined)?.vars?.data ?? [];
  const ids = new Set(linked.map((variable) => variable.id));
  return { ...set, variables: included.filter((item) => item['type'] === 'vars' && ids.has(String(item['id']))).map((item) => decode(variableAttributes, item)) };
};
const body = ({ variables, ...said }: VariableSetChange, varset_id?: string) =>
  encode('varsets', attributes, said, { ...(varset_id === undefined ? {} : { id: varset_id }), ...(variables && { relationships: { vars: variableDocuments(variables) } }) });

export const variableSets = (line: Line) => {
  const { applyToWorkspaces, removeFromWorkspaces, applyToProjects, removeFromProjects } = links(line);
  async function* list<N extends 'variableSets.listForOrganization' | 'variableSets.listForProject' | 'variableSets.listForWorkspace'>(operation: N, params: PathOf<N>, filter: VariableSetFilter): AsyncGenerator<VariableSet> {
    for await (const { item, included } of walk(line, operation, params, { q: filter.name, include: filter.include }, filter)) yield shown(item, included, filter);
  }
  const change = async (operation: 'variableSets.update' | 'variableSets.replace', varset_id: string, said: VariableSetChange, options: Options) =>
    decodeOne(attributes, await ask(line, operation, { varset_id }, { body: body(said, varset_id), ...options })) as VariableSet;

  return {
    ...variablesOf(line), applyToWorkspaces, removeFromWorkspaces, applyToProjects, removeFromProjects,
    create: async (organization_name: string, set: NewVariableSet, options: Options = {}): Promise<VariableSet> => {
      const { variables: _, ...said } = set;
      const found = async () => {
        for await (const { item } of walk(line, 'variableSets.listForOrganization', { organization_name }, { q: set.name }))
          if (decode(attributes, item).name === set.name) return asAsked(attributes, said, item);
        return null;
      };
      return decodeOne(attributes, await ask(line, 'variableSets.create', { organization_name }, { body: body(set), found, ...options }));
    },
    update: (varset_id: string, said: VariableSetChange, options: Options = {}): Promise<VariableSet> => change('variableSets.update', varset_id, said, options),
    /** The same by PUT, the other method of the specification. */
    replace: (varset_id: string, said: VariableSetChange, options: Options = {}): Promise<VariableSet> => change('variableSets.replace', varset_id, said, options),
    delete: async (varset_id: string, options: Options = {}): Promise<void> => { await ask(line, 'variableSets.delete', { varset_id }, options); },
    show: async (varset_id: string, options: Including = {}): Promise<VariableSet> => {
      const { include, ...rest } = options;
      const answer = await ask(line, 'variableSets.show', { varset_id }, { query: { include }, ...rest });
      return shown(documentIn(answer), bodyOf(answer).included, options);
    },
    listForOrganization: (organization_name: string, filter: VariableSetFilter = {}) => list('variableSets.listForOrganization', { organization_name }, filter),
    listForProject: (project_id: string, filter: VariableSetFilter = {}) => list('variableSets.listForProject', { project_id }, filter),
    listForWorkspace: (workspace_id: string, filter: VariableSetFilter = {}) => list('variableSets.listForWorkspace', { workspace_id }, filter),
  };
};

const links = (line: Line) => {
  const link = (operation: 'applyToWorkspaces' | 'removeFromWorkspaces' | 'applyToProjects' | 'removeFromProjects', type: 'workspaces' | 'projects') =>
    async (varset_id: string, ids: readonly string[], options: Options = {}): Promise<void> => {
      await ask(line, `variableSets.${operation}`, { varset_id }, { body: references(type, ids), effect: 'put', ...options });
    };
  return {
    applyToWorkspaces: link('applyToWorkspaces', 'workspaces'), removeFromWorkspaces: link('removeFromWorkspaces', 'workspaces'),
    applyToProjects: link('applyToProjects', 'projects'), removeFromProjects: link('removeFromProjects', 'projects'),
  };
};
