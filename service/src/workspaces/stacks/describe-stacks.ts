import {
  arrayValue,
  booleanValue,
  enumValue,
  integerValue,
  nullable,
  nullableBoolean,
  nullableString,
  objectValue,
  partialObject,
  stringArray,
  stringValue,
} from '../../http/body-schemas.ts';
import { flagParameter, type OperationDescription, textParameter } from '../../http/operation-description.ts';
import {
  describeRequestDocument,
  describeResponseDocument,
  describeResponseList,
  type DocumentShape,
  includeParameter,
  listParameters,
} from '../../json-api/describe-document.ts';

const counts = {
  'upstream-count': integerValue,
  'downstream-count': integerValue,
  'inputs-count': integerValue,
  'outputs-count': integerValue,
};
const modes = ['remote', 'agent'] as const;
/** What a client sends back as it read it, without effect. */
const computedOfRepo = {
  'display-identifier': stringValue,
  'repository-http-url': nullableString,
  'service-provider': nullableString,
};
const repository = partialObject({
  identifier: stringValue,
  branch: nullableString,
  'oauth-token-id': nullableString,
  'codehost-app-installation-id': nullableString,
  'tags-regex': nullableString,
  'trigger-disabled': nullableBoolean,
  ...computedOfRepo,
});

const shape: DocumentShape = {
  type: 'stacks',
  attributes: {
    name: stringValue,
    description: stringValue,
    'vcs-repo': nullable(repository),
    'speculative-enabled': booleanValue,
    'debugging-mode': booleanValue,
    'execution-mode': enumValue(...modes),
    'working-directory': stringValue,
    'trigger-patterns': stringArray,
    'creation-source': enumValue('api', 'migration-api'),
    ...counts,
    'linked-stack-connections': objectValue(counts),
    deleteable: booleanValue,
    'created-at': stringValue,
    'updated-at': stringValue,
  },
  relationships: {
    organization: { to: 'organizations' },
    project: { to: 'projects' },
    'agent-pool': { to: 'agent-pools' },
    'latest-stack-configuration': { to: 'stack-configurations' },
    'stack-configurations': { to: 'stack-configurations', many: true },
  },
};
const written: DocumentShape = {
  type: 'stacks',
  attributes: {
    name: stringValue,
    description: nullableString,
    'vcs-repo': nullable(repository),
    'speculative-enabled': nullableBoolean,
    'debugging-mode': nullableBoolean,
    'execution-mode': nullable(enumValue(...modes)),
    'working-directory': nullableString,
    'trigger-patterns': nullable(arrayValue(stringValue)),
  },
  relationships: { project: { to: 'projects' }, 'agent-pool': { to: 'agent-pools' } },
};
const created: DocumentShape = {
  ...written,
  attributes: {
    ...written.attributes,
    migration: { ...nullableBoolean, description: 'Whether it comes of workspaces: `creation-source`.' },
  },
  required: ['name'],
};

const one = describeResponseDocument(shape);
const query = { include: includeParameter };

export const listStacksDescription: OperationDescription = {
  summary: 'Lists the stacks of an organization whose projects the caller may read.',
  query: {
    ...listParameters,
    'filter[project][id]': textParameter('The ID of a project.'),
    'search[name]': textParameter('A part of the name.'),
    sort: textParameter('`name` or `updated-at`; a minus sign reverses the order.'),
  },
  responses: { 200: describeResponseList(shape) },
};
export const showStackDescription: OperationDescription = { summary: 'Shows a stack.', query, responses: { 200: one } };
export const createStackDescription: OperationDescription = {
  summary: 'Creates a stack in a project. The service keeps it, and does not evaluate its configurations.',
  request: describeRequestDocument(created),
  responses: { 201: one },
};
export const updateStackDescription: OperationDescription = {
  summary: 'Updates a stack. Without `vcs-repo` it keeps its repository; null takes it away.',
  request: describeRequestDocument(written),
  responses: { 200: one },
};
export const deleteStackDescription: OperationDescription = {
  summary: 'Deletes a stack.',
  query: {
    force: flagParameter('`true`: also a stack that has deployments. It has no effect: stacks have no deployments in this service.'),
  },
  responses: { 204: null },
};
