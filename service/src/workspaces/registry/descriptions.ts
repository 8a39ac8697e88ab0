import { booleanValue, freeObject, integerValue, nullableString, stringValue } from '../../http/body-schemas.ts';
import { type OperationDescription, textParameter } from '../../http/operation-description.ts';
import {
  type DocumentShape,
  describeRequestDocument,
  describeResponseDocument,
  describeResponseList,
  includeParameter,
  listParameters,
} from '../../json-api/describe-document.ts';
import { sourceSchema } from './parse-source.ts';

const registryName = { enum: ['private', 'public'] };
/** The members of `test-config` in requests. */
export const testConfigSchema = {
  type: ['object', 'null'],
  properties: { id: {}, 'tests-enabled': {}, 'agent-execution-mode': {}, 'agent-pool-id': {}, 'agent-pool-name': {} },
};
const moduleShape: DocumentShape = {
  type: 'registry-modules',
  attributes: {
    name: stringValue,
    namespace: stringValue,
    provider: stringValue,
    'registry-name': registryName,
    'organization-name': stringValue,
    status: stringValue,
    'no-code': booleanValue,
    'version-statuses': { type: 'array', items: freeObject },
    'publishing-mechanism': { enum: ['branch', 'git_tag', 'non_vcs'] },
    'test-config': { type: ['object', 'null'], additionalProperties: true },
    permissions: { type: 'object', additionalProperties: booleanValue },
    'created-at': stringValue,
    'updated-at': stringValue,
    'vcs-repo': freeObject,
  },
  required: ['name', 'namespace', 'provider', 'registry-name', 'status', 'no-code', 'version-statuses', 'permissions'],
  relationships: {
    organization: { to: 'organizations' },
    'no-code-modules': { to: 'no-code-modules', many: true },
    'tag-bindings': { to: 'tag-bindings', many: true },
  },
};
export const moduleResponse = describeResponseDocument(moduleShape);

export const readModule: OperationDescription = {
  summary: 'Reads a module.',
  query: { include: includeParameter },
  responses: { 200: moduleResponse },
};
export const listModules: OperationDescription = {
  summary: 'Lists the modules of an organization.',
  query: {
    ...listParameters,
    q: textParameter('A part of the name.'),
    'filter[provider]': textParameter('The provider of the modules.'),
    'filter[registry_name]': textParameter('private or public.'),
    'filter[organization_name]': textParameter('The organization that publishes the modules.'),
  },
  responses: { 200: describeResponseList(moduleShape) },
};
export const createModule: OperationDescription = {
  summary: 'Creates a module without versions.',
  request: describeRequestDocument({
    type: 'registry-modules',
    attributes: {
      name: stringValue,
      provider: stringValue,
      namespace: stringValue,
      'registry-name': registryName,
      'no-code': booleanValue,
    },
    required: ['name', 'provider'],
  }),
  responses: { 201: moduleResponse },
};
export const publishModule: OperationDescription = {
  summary: 'Publishes a module from a repository.',
  request: describeRequestDocument({
    type: 'registry-modules',
    attributes: {
      name: stringValue,
      provider: stringValue,
      'module-provider': stringValue,
      'no-code': booleanValue,
      'initial-version': nullableString,
      'vcs-repo': sourceSchema,
      'test-config': testConfigSchema,
    },
    required: ['vcs-repo'],
  }),
  responses: { 201: moduleResponse },
};

const versionShape: DocumentShape = {
  type: 'registry-module-versions',
  attributes: {
    version: stringValue,
    status: stringValue,
    variables: { type: 'array' },
    resources: integerValue,
    'created-at': stringValue,
    'updated-at': stringValue,
    'commit-sha': nullableString,
  },
  required: ['version', 'status', 'variables', 'resources'],
  relationships: { 'registry-module': { to: 'registry-modules' } },
};
export const addVersion: OperationDescription = {
  summary: 'Adds a version to a module. In the hosted dialect a version without `variables` waits for its files.',
  request: describeRequestDocument({
    type: 'registry-module-versions',
    attributes: { version: stringValue, 'commit-sha': nullableString, variables: { type: 'array' }, resources: integerValue },
    required: ['version'],
  }),
  responses: { 201: describeResponseDocument(versionShape) },
};
export const listVersions: OperationDescription = {
  summary: 'Lists the versions of a module, the newest first.',
  responses: { 200: describeResponseList(versionShape) },
};
export const readVersion: OperationDescription = {
  summary: 'Reads a version of a module.',
  query: { module_version: textParameter('The version.') },
  responses: { 200: describeResponseDocument(versionShape) },
};
export const deleteVersion: OperationDescription = { summary: 'Deletes a version of a module.', responses: { 204: null } };
export const deleteModule: OperationDescription = { summary: 'Deletes a module with its versions.', responses: { 204: null } };
