import { booleanValue, integerValue, nullableString, stringArray, stringValue } from '../../http/body-schemas.ts';
import { textParameter, type OperationDescription, type QueryParameter } from '../../http/operation-description.ts';
import {
  describeRequestDocument,
  describeResponseDocument,
  describeResponseList,
  type DocumentShape,
  includeParameter,
  listParameters,
} from '../../json-api/describe-document.ts';

const flags = { type: 'object', additionalProperties: booleanValue } as const;
/** Variables of a run; `value`: the schema of a value. */
export const describeRunVariables = (value: object) => ({
  type: 'array',
  items: { type: 'object', required: ['key', 'value'], properties: { key: stringValue, value } },
});
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });

/** Attributes that a create sets, and that responses return as they were sent. */
const writable = {
  message: stringValue,
  'is-destroy': booleanValue,
  'auto-apply': booleanValue,
  'plan-only': booleanValue,
  'save-plan': booleanValue,
  refresh: booleanValue,
  'refresh-only': booleanValue,
  'allow-empty-apply': booleanValue,
  'allow-config-generation': booleanValue,
  'debugging-mode': booleanValue,
  'target-addrs': stringArray,
  'replace-addrs': stringArray,
  'invoke-action-addrs': stringArray,
  'policy-paths': stringArray,
  variables: describeRunVariables(stringValue),
  'engine-version': nullableString,
} as const;

export const runShape: DocumentShape = {
  type: 'runs',
  attributes: {
    ...writable,
    variables: describeRunVariables({ ...nullableString, description: 'null: the value is sensitive.' }),
    status: stringValue,
    'created-at': stringValue,
    'updated-at': stringValue,
    'canceled-at': nullableString,
    'force-cancel-available-at': nullableString,
    'has-changes': booleanValue,
    source: stringValue,
    'trigger-reason': stringValue,
    'triggering-source-name': nullableString,
    'position-in-queue': integerValue,
    'status-timestamps': { type: 'object', additionalProperties: stringValue },
    actions: flags,
    permissions: flags,
  },
  relationships: {
    workspace: { to: 'workspaces' },
    'triggering-source': { to: 'workspaces' },
    'triggering-run': { to: 'runs' },
    plan: { to: 'plans' },
    apply: { to: 'applies' },
    'configuration-version': { to: 'configuration-versions' },
    'created-by': { to: 'users' },
    'confirmed-by': { to: 'users' },
    'canceled-by': { to: 'users' },
    'cost-estimate': { to: 'cost-estimates' },
    'policy-checks': { to: 'policy-checks', many: true },
    'task-stages': { to: 'task-stages', many: true },
    'tf-policy-evaluations': { to: 'tf-policy-evaluations', many: true },
    'run-events': { to: 'run-events', many: true },
    comments: { to: 'comments', many: true },
    'run-trigger-snapshots': { to: 'run-trigger-snapshots', many: true },
  },
};

export const createRunDescription: OperationDescription = {
  summary: 'Starts a run.',
  request: describeRequestDocument({
    type: 'runs',
    attributes: {
      ...Object.fromEntries(Object.entries(writable).map(([name, schema]) => [name, orNull(schema)])),
      comment: nullableString,
    },
    relationships: { workspace: { to: 'workspaces' }, 'configuration-version': { to: 'configuration-versions' } },
  }),
  responses: { 201: describeResponseDocument(runShape) },
  example: {
    data: {
      type: 'runs',
      attributes: { message: 'From the pipeline' },
      relationships: { workspace: { data: { type: 'workspaces', id: 'ws-CZcmD7eagjhyX0vN' } } },
    },
  },
};
export const showRunDescription: OperationDescription = {
  summary: 'Shows a run.',
  query: { include: includeParameter },
  responses: { 200: describeResponseDocument(runShape) },
};

export const runFilterParameters: { readonly [name: string]: QueryParameter } = {
  'filter[operation]': textParameter('Only runs of these operations, separated by commas.'),
  'filter[status]': textParameter('Only runs in these statuses, separated by commas.'),
  'filter[status_group]': textParameter(
    'Only runs that are not over (`non_final`), over (`final`), or could be discarded (`discardable`).',
  ),
  'filter[timeframe]': textParameter('Only runs of the last twelve months (`year`), or of a year.'),
  'filter[source]': textParameter('Only runs of these sources, separated by commas.'),
  'filter[workspace_names]': textParameter('Only runs of these workspaces, separated by commas.'),
  'filter[agent_pool_names]': textParameter('Only runs of workspaces of these agent pools, separated by commas.'),
  'search[basic]': textParameter('A part of the ID, of the message, of the name of who started it, or of the commit.'),
  'search[user]': textParameter('The name of who started it.'),
  'search[commit]': textParameter('The commit of its configuration version.'),
};
export const describeRunList = (summary: string, more: { readonly [name: string]: QueryParameter } = {}): OperationDescription => ({
  summary,
  query: { ...more, ...runFilterParameters, ...listParameters },
  responses: { 200: describeResponseList(runShape) },
});
export const queueDescription: OperationDescription = {
  summary: 'Lists the runs of an organization that are under way or wait for their turn, in the order in which they came.',
  query: listParameters,
  responses: { 200: describeResponseList(runShape) },
};
export const capacityDescription: OperationDescription = {
  summary: 'Shows how many runs of an organization are under way, and how many wait for their turn.',
  responses: {
    200: describeResponseDocument({ type: 'organization-capacity', attributes: { pending: integerValue, running: integerValue } }),
  },
};

/** Describes an action whose body is empty or `{"comment"}`. */
export const describeRunAction = (summary: string): OperationDescription => ({
  summary,
  request: { type: 'object', properties: { comment: nullableString } },
  responses: { 202: null },
});
