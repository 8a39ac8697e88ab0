import { variableMembers } from '../variables/descriptions.ts';
import { workspaceShape } from '../workspaces/descriptions.ts';
import { booleanValue, nullableString, stringArray, stringValue } from '../../http/body-schemas.ts';
import { type OperationDescription, textParameter } from '../../http/operation-description.ts';
import {
  type DocumentShape,
  describeRequestDocument,
  describeResponseDocument,
  describeResponseList,
} from '../../json-api/describe-document.ts';

const writable = { enabled: booleanValue, 'version-pin': nullableString };
const moduleShape: DocumentShape = {
  type: 'no-code-modules',
  attributes: writable,
  required: ['enabled', 'version-pin'],
  relationships: {
    organization: { to: 'organizations' },
    'registry-module': { to: 'registry-modules' },
    'variable-options': { to: 'variable-options', many: true },
  },
};
const moduleResponse = describeResponseDocument(moduleShape);
const moduleRequest = describeRequestDocument({
  type: 'no-code-modules',
  attributes: writable,
  relationships: {
    'registry-module': { to: ['registry-module', 'registry-modules'] },
    'variable-options': { to: 'variable-options', many: true },
    organization: { to: 'organizations' },
  },
});

/** 200 as the specification has it, 201 in the hosted dialect. */
export const enableModuleDescription: OperationDescription = {
  summary: 'Enables a module for no-code provisioning.',
  request: moduleRequest,
  responses: { 200: moduleResponse, 201: moduleResponse },
};
export const updateNoCodeDescription: OperationDescription = {
  summary: 'Updates a no-code module; what is not sent stays.',
  request: moduleRequest,
  responses: { 200: moduleResponse },
};
export const readNoCodeDescription: OperationDescription = {
  summary: 'Reads a no-code module.',
  query: {
    Type: textParameter('Sent by a client of the hosted service; it has no effect.'),
  },
  responses: { 200: moduleResponse },
};
export const deleteNoCodeDescription: OperationDescription = {
  summary: 'Ends no-code provisioning of a module of which no workspace was made.',
  responses: { 204: null },
};
export const listModuleVariables: OperationDescription = {
  summary: 'Lists the variables of a version of a no-code module, with the options of each.',
  responses: {
    200: describeResponseList({
      type: 'registry-module-variables',
      attributes: {
        name: stringValue,
        type: stringValue,
        description: stringValue,
        required: booleanValue,
        sensitive: booleanValue,
        options: stringArray,
        'has-global': booleanValue,
      },
    }),
  },
};
const variables = { vars: { to: 'vars', many: true, attributes: variableMembers } } as const;
const upgrade = describeResponseDocument({
  type: 'workspace-upgrade',
  attributes: { status: stringValue, 'plan-url': stringValue },
  required: ['status', 'plan-url'],
  relationships: { workspace: { to: 'workspaces' } },
});
export const startUpgradeDescription: OperationDescription = {
  summary: 'Starts an upgrade of a no-code workspace to the version that the module provisions.',
  request: describeRequestDocument({ type: 'workspaces', attributes: {}, relationships: variables }),
  responses: { 200: upgrade },
};
export const readUpgradeDescription: OperationDescription = {
  summary: 'Reads an upgrade of a no-code workspace.',
  responses: { 200: upgrade },
};

const provisioned = describeResponseDocument(workspaceShape);
/** Two attributes are spelled in two ways. 200 as the specification has it, 201 in the hosted dialect. */
export const createNoCodeWorkspaceDescription: OperationDescription = {
  summary: 'Creates a workspace from a no-code module, and starts its first run.',
  request: describeRequestDocument({
    type: ['workspaces', 'no-code-module-workspace'],
    attributes: {
      name: stringValue,
      description: nullableString,
      'auto-apply': booleanValue,
      auto_apply: booleanValue,
      'execution-mode': nullableString,
      'agent-pool-id': nullableString,
      'engine-version': nullableString,
      'terraform-version': nullableString,
      'source-name': nullableString,
      'source-url': nullableString,
    },
    required: ['name'],
    relationships: { project: { to: 'projects' }, vars: { to: 'vars', many: true, attributes: variableMembers } },
  }),
  responses: { 200: provisioned, 201: provisioned },
};
