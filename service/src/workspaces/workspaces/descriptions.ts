import {
  anyValue,
  booleanMembers,
  booleanValue,
  enumValue,
  freeObject,
  integerValue,
  mapValue,
  nullable,
  nullableBoolean,
  nullableString,
  partialObject,
  stringArray,
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
import { bindingAttributes } from '../tags/descriptions.ts';

const modes = enumValue('remote', 'local', 'agent');
const modeOrNull = nullable(modes);
const repositoryMembers = {
  identifier: stringValue,
  branch: nullableString,
  'ingress-submodules': nullableBoolean,
  'oauth-token-id': nullableString,
  'codehost-app-installation-id': nullableString,
  'tags-regex': nullableString,
};
/** Attributes that a request sets, and a response returns as they were set or inherited. */
const settings = {
  name: stringValue,
  description: nullableString,
  'allow-destroy-plan': nullableBoolean,
  'assessments-enabled': nullableBoolean,
  'auto-apply': nullableBoolean,
  'auto-apply-run-trigger': nullableBoolean,
  'auto-destroy-activity-duration': nullableString,
  'auto-destroy-at': nullableString,
  'agent-pool-id': nullableString,
  'file-triggers-enabled': nullableBoolean,
  'global-remote-state': nullableBoolean,
  'project-remote-state': nullableBoolean,
  'hyok-enabled': nullableBoolean,
  operations: nullableBoolean,
  'queue-all-runs': nullableBoolean,
  'source-name': nullableString,
  'source-url': nullableString,
  'speculative-enabled': nullableBoolean,
  'structured-run-output-enabled': nullableBoolean,
  'engine-version': nullableString,
  'trigger-patterns': nullable(stringArray),
  'trigger-prefixes': nullable(stringArray),
  'working-directory': nullableString,
};

export const workspaceShape: DocumentShape = {
  type: 'workspaces',
  attributes: {
    ...settings,
    'execution-mode': modes,
    'setting-overwrites': booleanMembers(['execution-mode', 'agent-pool']),
    'vcs-repo': nullable(freeObject),
    'vcs-repo-identifier': nullableString,
    'oauth-client-name': nullableString,
    'auto-destroy-status': nullableString,
    'inherits-project-auto-destroy': booleanValue,
    actions: booleanMembers(['is-destroyable']),
    'can-queue-destroy-plan': booleanValue,
    environment: stringValue,
    source: stringValue,
    'created-at': stringValue,
    'updated-at': stringValue,
    'latest-change-at': stringValue,
    'last-assessment-result-at': nullableString,
    locked: booleanValue,
    'locked-reason': nullableString,
    reason: stringValue,
    permissions: mapValue(anyValue),
    'source-module-id': nullableString,
    'no-code-upgrade-available': nullableBoolean,
    'effective-state-version-retention-desc': nullableString,
    'effective-run-data-retention-desc': nullableString,
    'tag-names': stringArray,
    'resource-count': integerValue,
    'apply-duration-average': integerValue,
    'plan-duration-average': integerValue,
    'policy-check-failures': integerValue,
    'run-failures': integerValue,
    'workspace-kpis-runs-count': integerValue,
    unarchived_workspace_change_requests_count: integerValue,
  },
  required: ['name', 'execution-mode', 'setting-overwrites', 'locked', 'permissions', 'created-at', 'updated-at'],
  relationships: {
    'agent-pool': { to: 'agent-pools' },
    'current-configuration-version': { to: 'configuration-versions' },
    'current-run': { to: 'runs' },
    'latest-run': { to: 'runs' },
    'current-state-version': { to: 'state-versions' },
    'current-assessment-result': { to: 'assessment-results' },
    organization: { to: 'organizations' },
    outputs: { to: 'workspace-outputs', many: true },
    project: { to: 'projects' },
    readme: { to: 'workspace-readme' },
    'remote-state-consumers': { to: 'workspaces', many: true },
    'ssh-key': { to: 'ssh-keys' },
    'locked-by': { to: ['users', 'teams', 'runs', 'organizations'] },
    'tag-bindings': { to: 'tag-bindings', many: true },
    'effective-tag-bindings': { to: 'effective-tag-bindings', many: true },
    vars: { to: 'vars', many: true },
    'data-retention-policy': { to: ['data-retention-policy-delete-olders', 'data-retention-policy-dont-deletes'] },
    'no-code-module-version': { to: 'no-code-modules' },
  },
};
const requestShape: DocumentShape = {
  type: 'workspaces',
  attributes: {
    ...settings,
    'execution-mode': modeOrNull,
    // Other members are refused by name (execution.ts).
    'setting-overwrites': nullable(mapValue(nullableBoolean)),
    'vcs-repo': nullable(partialObject(repositoryMembers)),
  },
  relationships: {
    'agent-pool': { to: 'agent-pools' },
    project: { to: 'projects' },
    'tag-bindings': { to: 'tag-bindings', many: true, attributes: bindingAttributes },
    tags: { to: 'tags', many: true, attributes: { name: stringValue } },
  },
};

const query = { include: includeParameter };
const one = describeResponseDocument(workspaceShape);

export const showWorkspaceDescription: OperationDescription = { summary: 'Shows a workspace.', query, responses: { 200: one } };
export const createWorkspaceDescription: OperationDescription = {
  summary: 'Creates a workspace.',
  query,
  request: describeRequestDocument({ ...requestShape, required: ['name'] }),
  responses: { 201: one },
};
export const updateWorkspaceDescription: OperationDescription = {
  summary: 'Updates a workspace; what is not sent stays.',
  query,
  request: describeRequestDocument(requestShape),
  responses: { 200: one },
};
export const listWorkspacesDescription: OperationDescription = {
  summary: 'Lists the workspaces of an organization that the caller may see.',
  query: {
    ...listParameters,
    sort: {
      doc: 'The order; descending with -.',
      schema: enumValue(...['name', 'current-run.created-at', 'latest-change-at'].flatMap((name) => [name, `-${name}`])),
    },
    'search[name]': textParameter('A part of the name.'),
    'search[wildcard-name]': textParameter('The name, with `*` at its beginning, at its end, or at both.'),
    'search[tags]': textParameter('Names of tags, or keys of key-value tags, with commas; a workspace has all of them.'),
    'search[exclude-tags]': textParameter('Names of tags with commas; a workspace has none of them.'),
    'filter[project][id]': textParameter('Only workspaces of this project.'),
    'filter[current-run][status]': textParameter('Only workspaces whose current run has one of these statuses; several with commas.'),
    'filter[tagged][{index}][key]': textParameter('Only workspaces with this key-value tag, their own or of the project.'),
    'filter[tagged][{index}][value]': textParameter('The value of the tag of the same index.'),
    'filter[tag-union]': flagParameter('`true`: a workspace has one of the tags of `filter[tagged]`; otherwise it has all of them.'),
    'filter[tag-value-default-null]': flagParameter(
      '`true`: a key without a value finds only tags without a value; otherwise tags with any value.',
    ),
  },
  responses: { 200: describeResponseList(workspaceShape) },
};
export const safeDeleteDescription: OperationDescription = {
  summary: 'Deletes a workspace that manages no resources.',
  responses: { 204: null },
};
export const forceDeleteDescription: OperationDescription = {
  summary: 'Deletes a workspace whatever it manages.',
  responses: { 204: null },
};

/** Plain, or as the engine sends it. */
const lockRequest = partialObject({
  reason: nullableString,
  data: partialObject({ type: stringValue, attributes: partialObject({ reason: nullableString }) }),
});
export const lockDescription: OperationDescription = {
  summary: 'Locks a workspace. The reason is optional.',
  query,
  request: lockRequest,
  responses: { 200: one },
};
export const unlockDescription: OperationDescription = {
  summary: 'Unlocks a workspace that the caller locked.',
  query,
  responses: { 200: one },
};
export const forceUnlockDescription: OperationDescription = {
  summary: 'Unlocks a workspace, whoever locked it.',
  query,
  responses: { 200: one },
};
export const assignSshKeyDescription: OperationDescription = {
  summary: 'Assigns an SSH key to a workspace, or none.',
  query,
  request: {
    type: 'object',
    required: ['data'],
    properties: {
      data: nullable(
        partialObject({ type: enumValue('workspaces', 'ssh-keys'), id: stringValue, attributes: partialObject({ id: nullableString }) }),
      ),
    },
  },
  responses: { 200: one },
};

export const listConsumersDescription: OperationDescription = {
  summary: 'Lists the workspaces that may read the state of a workspace.',
  query: {
    ...listParameters,
    show_only_configured: flagParameter('`true`: only those that were chosen, also where the whole organization may read the state.'),
  },
  responses: { 200: describeResponseList(workspaceShape) },
};
export const describeConsumerChange = (summary: string): OperationDescription => ({
  summary,
  request: describeRequestList('workspaces'),
  responses: { 204: null },
});
