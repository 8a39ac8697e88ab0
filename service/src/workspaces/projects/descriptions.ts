import { booleanMembers, booleanValue, enumValue, freeObject, integerValue, nullableString, stringValue } from '../../http/body-schemas.ts';
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
import { bindingAttributes } from '../tags/descriptions.ts';

const overwritable = ['default-execution-mode', 'default-agent-pool', 'stacks-default-execution-mode', 'stacks-default-agent-pool'];

const projectShape: DocumentShape = {
  type: 'projects',
  attributes: {
    name: stringValue,
    description: stringValue,
    'created-at': stringValue,
    'updated-at': stringValue,
    'workspace-count': integerValue,
    'team-count': integerValue,
    'default-execution-mode': enumValue('remote', 'local', 'agent'),
    'default-agent-pool-id': nullableString,
    'stacks-default-execution-mode': enumValue('remote', 'agent'),
    'setting-overwrites': booleanMembers(overwritable),
    'auto-destroy-activity-duration': nullableString,
    'hcp-id': nullableString,
    'is-unified': booleanValue,
    permissions: freeObject,
  },
  relationships: {
    organization: { to: 'organizations' },
    'default-agent-pool': { to: 'agent-pools' },
    'stacks-default-agent-pool': { to: 'agent-pools' },
    'tag-bindings': { to: 'tag-bindings', many: true },
    'effective-tag-bindings': { to: 'effective-tag-bindings', many: true },
  },
};

/** The document of a request; computed attributes are accepted and ignored, so that clients can send back what they read. */
const requestShape: DocumentShape = {
  type: 'projects',
  attributes: {
    name: stringValue,
    description: nullableString,
    'default-execution-mode': nullableString,
    'default-agent-pool-id': nullableString,
    'stacks-default-execution-mode': nullableString,
    'setting-overwrites': booleanMembers(overwritable),
    'auto-destroy-activity-duration': nullableString,
  },
  relationships: {
    organization: { to: 'organizations' },
    'default-agent-pool': { to: 'agent-pools' },
    'tag-bindings': { to: 'tag-bindings', many: true, attributes: bindingAttributes },
  },
};

const query = { include: includeParameter };
const response = describeResponseDocument(projectShape);

export const projectDescription: OperationDescription = { summary: 'Shows a project.', query, responses: { 200: response } };
export const createProjectDescription: OperationDescription = {
  summary: 'Creates a project.',
  query,
  request: describeRequestDocument({ ...requestShape, required: ['name'] }),
  responses: { 201: response },
};
export const updateProjectDescription: OperationDescription = {
  summary: 'Changes a project.',
  query,
  request: describeRequestDocument(requestShape),
  responses: { 200: response },
};
export const listProjectsDescription: OperationDescription = {
  summary: 'Lists the projects of an organization that the caller may see.',
  query: {
    ...listParameters,
    q: textParameter('A part of the name.'),
    sort: textParameter('`name` or `-name`.'),
    'filter[names]': textParameter('Names with commas, without regard to case.'),
    'filter[permissions][create-workspace]': flagParameter('`true`: only projects in which the caller may create workspaces.'),
    'filter[permissions][update]': flagParameter('`true`: only projects that the caller may change.'),
    'filter[tagged][{index}][key]': textParameter('Only projects with this key-value tag.'),
    'filter[tagged][{index}][value]': textParameter('The value of the tag of the same index.'),
  },
  responses: { 200: describeResponseList(projectShape) },
};
export const moveWorkspacesDescription: OperationDescription = {
  summary: 'Moves workspaces into a project.',
  request: describeRequestList('workspaces'),
  responses: { 204: null },
};
