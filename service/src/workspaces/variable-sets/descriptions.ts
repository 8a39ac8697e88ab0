import {
  booleanMembers,
  booleanValue,
  enumValue,
  integerValue,
  nullableBoolean,
  nullableString,
  stringValue,
} from '../../http/body-schemas.ts';
import { flagParameter, type OperationDescription, textParameter } from '../../http/operation-description.ts';
import {
  describeRequestDocument,
  describeRequestList,
  describeResponseDocument,
  describeResponseList,
  type DocumentShape,
  includeParameter,
  listParameters,
} from '../../json-api/describe-document.ts';
import { variableMembers } from '../variables/descriptions.ts';

const shape: DocumentShape = {
  type: 'varsets',
  attributes: {
    name: stringValue,
    description: stringValue,
    global: booleanValue,
    priority: booleanValue,
    'updated-at': stringValue,
    'var-count': integerValue,
    'workspace-count': integerValue,
    'project-count': integerValue,
    'stack-count': integerValue,
    permissions: booleanMembers(['can-update']),
  },
  required: ['name', 'description', 'global', 'priority', 'updated-at', 'var-count', 'workspace-count', 'project-count', 'permissions'],
  relationships: {
    organization: { to: 'organizations' },
    vars: { to: 'vars', many: true },
    workspaces: { to: 'workspaces', many: true },
    projects: { to: 'projects', many: true },
    stacks: { to: 'stacks', many: true },
    parent: { to: ['organizations', 'projects'] },
  },
};
const requestShape: DocumentShape = {
  type: 'varsets',
  attributes: { name: stringValue, description: nullableString, global: nullableBoolean, priority: nullableBoolean },
  relationships: {
    workspaces: { to: 'workspaces', many: true },
    projects: { to: 'projects', many: true },
    stacks: { to: 'stacks', many: true },
    vars: { to: 'vars', many: true, attributes: variableMembers },
    parent: { to: ['organizations', 'projects'] },
  },
};

const query = { include: includeParameter };
const one = describeResponseDocument(shape);

export const showSetDescription: OperationDescription = { summary: 'Shows a variable set.', query, responses: { 200: one } };
export const createSetDescription: OperationDescription = {
  summary: 'Creates a variable set, with its variables and where it is applied.',
  query,
  request: describeRequestDocument({ ...requestShape, required: ['name'] }),
  // 200 in the specification, 201 in the hosted service.
  responses: { 200: one, 201: one },
};
export const updateSetDescription: OperationDescription = {
  summary: 'Updates a variable set. Lists of workspaces, projects and stacks are replaced, variables are added or changed.',
  query,
  request: describeRequestDocument(requestShape),
  responses: { 200: one },
};
export const deleteSetDescription: OperationDescription = {
  summary: 'Deletes a variable set with its variables.',
  responses: { 204: null },
};
/** A list of sets; `more`: what it can be filtered by besides a part of the name. */
export const describeSetList = (summary: string, more: OperationDescription['query'] = {}): OperationDescription => ({
  summary,
  query: { ...listParameters, q: textParameter('A part of the name.'), ...more },
  responses: { 200: describeResponseList(shape) },
});
export const organizationSetFilters = {
  'filter[global]': flagParameter('`true`: only global sets. `false`: only others.'),
  scope: { doc: '`owned`: only sets that the organization owns, not those of its projects.', schema: enumValue('owned') },
};
export const projectSetScopes = ['applied', 'shared', 'owned', 'all'] as const;
export const projectSetFilters = {
  scope: {
    doc:
      '`owned`: sets that the project owns. `shared`: sets of the organization that are applied to it. `applied`: both. ' +
      '`all`, as without it: global sets, too.',
    schema: enumValue(...projectSetScopes),
  },
};
/** An operation that names workspaces, projects or stacks of a set. */
export const describeSetAttachment = (summary: string, target: string): OperationDescription => ({
  summary,
  request: describeRequestList(target),
  responses: { 204: null },
});
