import {
  booleanValue,
  integerValue,
  mapValue,
  nullable,
  nullableBoolean,
  nullableInteger,
  nullableString,
  stringArray,
  stringValue,
} from '../../http/body-schemas.ts';
import type { OperationDescription } from '../../http/operation-description.ts';
import type { RouteOptions } from '../../http/route.ts';
import {
  describeRequestDocument,
  describeResponseDocument,
  describeResponseList,
  type DocumentShape,
  includeParameter,
  listParameters,
} from '../../json-api/describe-document.ts';
import { configurationShape } from '../configuration-versions/describe-configuration-versions.ts';
import { describeRunVariables } from '../runs/describe-runs.ts';

const statusMembers = {
  status: stringValue,
  source: stringValue,
  'created-at': stringValue,
  'status-timestamps': mapValue(stringValue),
} as const;

const queryShape: DocumentShape = {
  type: 'queries',
  attributes: {
    ...statusMembers,
    'engine-version': nullableString,
    variables: describeRunVariables({ ...nullableString, description: 'null: the value is sensitive.' }),
    'generate-config-out': booleanValue,
    'log-read-url': stringValue,
  },
  relationships: {
    workspace: { to: 'workspaces' },
    'configuration-version': { to: 'configuration-versions' },
    'created-by': { to: 'users' },
    'canceled-by': { to: 'users' },
  },
};

const testRunShape: DocumentShape = {
  type: 'test-runs',
  attributes: {
    ...statusMembers,
    'test-status': stringValue,
    'tests-passed': integerValue,
    'tests-failed': integerValue,
    'tests-errored': integerValue,
    'tests-skipped': integerValue,
    filters: stringArray,
    'test-directory': nullableString,
    verbose: booleanValue,
    parallelism: nullableInteger,
    variables: describeRunVariables({ ...nullableString, description: 'null: sensitive, or the caller does not manage modules.' }),
    'log-read-url': nullableString,
  },
  relationships: {
    'configuration-version': { to: 'configuration-versions' },
    'registry-module': { to: 'registry-modules' },
  },
};

const variables = nullable(describeRunVariables(stringValue));

export const createQueryDescription: OperationDescription = {
  summary: 'Starts a query: the engine lists what exists, by the query files of a configuration version.',
  request: describeRequestDocument({
    type: 'queries',
    attributes: { source: nullableString, 'engine-version': nullableString, 'generate-config-out': nullableBoolean, variables },
    relationships: { workspace: { to: 'workspaces' }, 'configuration-version': { to: 'configuration-versions' } },
  }),
  responses: { 201: describeResponseDocument(queryShape) },
  example: {
    data: {
      type: 'queries',
      attributes: { 'generate-config-out': false },
      relationships: { workspace: { data: { type: 'workspaces', id: 'ws-CZcmD7eagjhyX0vN' } } },
    },
  },
};
export const listQueriesDescription: OperationDescription = {
  summary: 'Lists the queries of a workspace, the latest first.',
  query: listParameters,
  responses: { 200: describeResponseList(queryShape) },
};
export const showQueryDescription: OperationDescription = {
  summary: 'Shows a query.',
  query: { include: includeParameter },
  responses: { 200: describeResponseDocument(queryShape) },
};

export const createTestConfigurationDescription: OperationDescription = {
  summary: 'Creates a configuration version for tests of a module; its content is then uploaded to the address of `upload-url`.',
  responses: { 201: describeResponseDocument(configurationShape) },
};
export const createTestRunDescription: OperationDescription = {
  summary: 'Starts the tests of a module, in the files of a configuration version.',
  request: describeRequestDocument({
    type: 'test-runs',
    attributes: {
      filters: nullable(stringArray),
      'test-directory': nullableString,
      verbose: nullableBoolean,
      parallelism: nullableInteger,
      variables,
    },
    relationships: { 'configuration-version': { to: 'configuration-versions' }, 'registry-module': { to: 'registry-modules' } },
  }),
  responses: { 201: describeResponseDocument(testRunShape) },
  example: {
    data: {
      type: 'test-runs',
      attributes: { verbose: true },
      relationships: { 'configuration-version': { data: { type: 'configuration-versions', id: 'cv-UYwHEakurukz85nW' } } },
    },
  },
};
export const listTestRunsDescription: OperationDescription = {
  summary: 'Lists the test runs of a module, the latest first.',
  query: listParameters,
  responses: { 200: describeResponseList(testRunShape) },
};
export const showTestRunDescription: OperationDescription = {
  summary: 'Shows a test run, with what its tests found.',
  query: { include: includeParameter },
  responses: { 200: describeResponseDocument(testRunShape) },
};

/** The options of an action that takes no body. */
export const describeCommandAction = (summary: string): RouteOptions => ({
  plainJson: true,
  description: { summary, responses: { 202: null } },
});
