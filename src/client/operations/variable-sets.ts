import { id, optional, identifierLinkage, setOf, toManyRelationship, type Values } from '@slipway/declarations/declare';
import { variableSet } from '@slipway/declarations/resources/workspaces';
import type { ListItem, ServiceClient } from '../contract/service-client.ts';
import { callOperation, responseBody, type OperationOptions, type OperationPath, listOperation } from './call-operation.ts';
import {
  responseIfMatching,
  type DocumentChange,
  decodeValues,
  decodeResponseDocument,
  type DocumentValues,
  requireDocument,
  encodeRequest,
  type NewDocument,
  identifiersBody,
} from './documents.ts';
import {
  type VariableInput,
  type VariableDetails,
  variableAttributes,
  variableDocuments,
  variableSetVariablesApi,
} from './variable-set-variables.ts';

const attributes = {
  ...variableSet.attributes,
  workspace_ids: optional(setOf(id('ws')), 'The workspaces it is applied to.', {
    at: toManyRelationship('workspaces', identifierLinkage('workspaces')),
  }),
  project_ids: optional(setOf(id('prj')), 'The projects it is applied to.', {
    at: toManyRelationship('projects', identifierLinkage('projects')),
  }),
};
type PathAttribute = 'organization';

export type VariableSet = DocumentValues<typeof attributes> & {
  /** Present with `include: ['vars']`. */ readonly variables?: readonly VariableDetails[];
};
export type VariableSetInput = NewDocument<typeof attributes, PathAttribute> & { readonly variables?: readonly VariableInput[] };
/** `variables` are added; an empty `workspace_ids` or `project_ids` clears them. */
export type VariableSetChange = DocumentChange<typeof attributes, PathAttribute | 'parent_project_id'> & {
  readonly variables?: readonly VariableInput[];
};
export interface IncludeOptions extends OperationOptions {
  readonly include?: readonly ('vars' | 'workspaces' | 'projects')[] | undefined;
}
export interface VariableSetFilter extends IncludeOptions {
  /** Only sets whose name contains this. */ readonly name?: string | undefined;
}

const decodeVariableSet = (document: Values, included: readonly ListItem[], { include }: IncludeOptions): VariableSet => {
  const set = decodeValues(attributes, document);
  if (!include?.includes('vars')) return set;
  const linked = (document['relationships'] as { vars?: { data?: readonly { id: string }[] } } | undefined)?.vars?.data ?? [];
  const ids = new Set(linked.map((variable) => variable.id));
  return {
    ...set,
    variables: included
      .filter((item) => item['type'] === 'vars' && ids.has(String(item['id'])))
      .map((item) => decodeValues(variableAttributes, item)),
  };
};
const variableSetBody = ({ variables, ...values }: VariableSetChange, varset_id?: string) =>
  encodeRequest('varsets', attributes, values, {
    ...(varset_id === undefined ? {} : { id: varset_id }),
    ...(variables && { relationships: { vars: variableDocuments(variables) } }),
  });

// oxlint-disable-next-line max-lines-per-function -- a table of operations
export const variableSetsApi = (client: ServiceClient) => {
  const { applyToWorkspaces, removeFromWorkspaces, applyToProjects, removeFromProjects } = variableSetLinksApi(client);
  async function* list<N extends 'variableSets.listForOrganization' | 'variableSets.listForProject' | 'variableSets.listForWorkspace'>(
    operation: N,
    params: OperationPath<N>,
    filter: VariableSetFilter,
  ): AsyncGenerator<VariableSet> {
    for await (const { item, included } of listOperation(client, operation, params, { q: filter.name, include: filter.include }, filter))
      yield decodeVariableSet(item, included, filter);
  }
  const change = async (
    operation: 'variableSets.update' | 'variableSets.replace',
    varset_id: string,
    values: VariableSetChange,
    options: OperationOptions,
  ) =>
    decodeResponseDocument(
      attributes,
      await callOperation(client, operation, { varset_id }, { body: variableSetBody(values, varset_id), ...options }),
    ) as VariableSet;

  return {
    ...variableSetVariablesApi(client),
    applyToWorkspaces,
    removeFromWorkspaces,
    applyToProjects,
    removeFromProjects,
    create: async (organization_name: string, set: VariableSetInput, options: OperationOptions = {}): Promise<VariableSet> => {
      const { variables: _, ...values } = set;
      const findExisting = async () => {
        for await (const { item } of listOperation(client, 'variableSets.listForOrganization', { organization_name }, { q: set.name }))
          if (decodeValues(attributes, item).name === set.name) return responseIfMatching(attributes, values, item);
        return null;
      };
      return decodeResponseDocument(
        attributes,
        await callOperation(client, 'variableSets.create', { organization_name }, { body: variableSetBody(set), findExisting, ...options }),
      );
    },
    update: (varset_id: string, values: VariableSetChange, options: OperationOptions = {}): Promise<VariableSet> =>
      change('variableSets.update', varset_id, values, options),
    /** Updates a variable set by PUT, the alternative method of the specification. */
    replace: (varset_id: string, values: VariableSetChange, options: OperationOptions = {}): Promise<VariableSet> =>
      change('variableSets.replace', varset_id, values, options),
    delete: async (varset_id: string, options: OperationOptions = {}): Promise<void> => {
      await callOperation(client, 'variableSets.delete', { varset_id }, options);
    },
    show: async (varset_id: string, options: IncludeOptions = {}): Promise<VariableSet> => {
      const { include, ...rest } = options;
      const response = await callOperation(client, 'variableSets.show', { varset_id }, { query: { include }, ...rest });
      return decodeVariableSet(requireDocument(response), responseBody(response).included, options);
    },
    listForOrganization: (organization_name: string, filter: VariableSetFilter = {}) =>
      list('variableSets.listForOrganization', { organization_name }, filter),
    listForProject: (project_id: string, filter: VariableSetFilter = {}) => list('variableSets.listForProject', { project_id }, filter),
    listForWorkspace: (workspace_id: string, filter: VariableSetFilter = {}) =>
      list('variableSets.listForWorkspace', { workspace_id }, filter),
  };
};

const variableSetLinksApi = (client: ServiceClient) => {
  const link =
    (operation: 'applyToWorkspaces' | 'removeFromWorkspaces' | 'applyToProjects' | 'removeFromProjects', type: 'workspaces' | 'projects') =>
    async (varset_id: string, ids: readonly string[], options: OperationOptions = {}): Promise<void> => {
      await callOperation(
        client,
        `variableSets.${operation}`,
        { varset_id },
        { body: identifiersBody(type, ids), effect: 'put', ...options },
      );
    };
  return {
    applyToWorkspaces: link('applyToWorkspaces', 'workspaces'),
    removeFromWorkspaces: link('removeFromWorkspaces', 'workspaces'),
    applyToProjects: link('applyToProjects', 'projects'),
    removeFromProjects: link('removeFromProjects', 'projects'),
  };
};
