import { booleanValue, fileContent, freeObject, integerValue, nullableString, stringValue } from '../../../http/body-schemas.ts';
import type { OperationDescription } from '../../../http/operation-description.ts';
import {
  describeResponseDocument,
  describeResponseList,
  type DocumentShape,
  includeParameter,
  listParameters,
} from '../../../json-api/describe-document.ts';

const timestamps = { type: 'object', additionalProperties: stringValue } as const;
const flags = { type: 'object', additionalProperties: booleanValue } as const;
const anything = {} as const;
const run = { to: 'runs' } as const;

const shapes = {
  policyCheck: {
    type: 'policy-checks',
    attributes: {
      result: { type: ['object', 'null'] },
      scope: stringValue,
      status: stringValue,
      'status-timestamps': timestamps,
      actions: flags,
      permissions: flags,
    },
    relationships: { run },
  },
  taskStage: {
    type: 'task-stages',
    attributes: {
      status: stringValue,
      stage: stringValue,
      'status-timestamps': timestamps,
      'created-at': stringValue,
      'updated-at': stringValue,
      permissions: flags,
      actions: flags,
    },
    relationships: {
      run,
      'cost-estimate': { to: 'cost-estimates' },
      'task-results': { to: 'task-results', many: true },
      'policy-evaluations': { to: 'policy-evaluations', many: true },
    },
  },
  taskResult: {
    type: 'task-results',
    attributes: {
      message: nullableString,
      status: stringValue,
      'status-timestamps': timestamps,
      url: nullableString,
      'created-at': stringValue,
      'updated-at': stringValue,
      'task-id': stringValue,
      'task-name': stringValue,
      'task-url': nullableString,
      'task-result-outcomes-count': integerValue,
      stage: stringValue,
      'is-speculative': booleanValue,
      'workspace-task-id': nullableString,
      'workspace-task-enforcement-level': stringValue,
      'agent-pool-id': nullableString,
    },
    relationships: { 'task-stage': { to: 'task-stages' }, 'task-result-outcomes': { to: 'task-result-outcomes', many: true } },
  },
  taskResultOutcome: {
    type: 'task-result-outcomes',
    attributes: { 'created-at': stringValue, 'outcome-id': stringValue, description: stringValue, tags: anything, url: nullableString },
    relationships: { 'task-result': { to: 'task-results' } },
  },
  policyEvaluation: {
    type: 'policy-evaluations',
    attributes: {
      status: stringValue,
      'policy-kind': stringValue,
      'status-timestamps': timestamps,
      'created-at': stringValue,
      'updated-at': stringValue,
      'result-count': { type: 'object', additionalProperties: integerValue },
    },
    relationships: { 'policy-attachable': { to: 'task-stages' }, 'policy-set-outcomes': { to: 'policy-set-outcomes', many: true } },
  },
  policySetOutcome: {
    type: 'policy-set-outcomes',
    attributes: {
      outcomes: { type: 'array', items: freeObject },
      error: nullableString,
      warnings: { type: 'array', items: stringValue },
      overridable: booleanValue,
      'policy-set-name': stringValue,
      'policy-set-description': nullableString,
      'result-count': { type: 'object', additionalProperties: integerValue },
      result_count: { type: 'object', additionalProperties: integerValue },
      'policy-tool-version': stringValue,
    },
    relationships: { 'policy-evaluation': { to: 'policy-evaluations' } },
  },
} satisfies { readonly [name: string]: DocumentShape };
export type GateNoun = keyof typeof shapes;

export const describeGate = (noun: GateNoun, summary: string): OperationDescription => ({
  summary,
  query: { include: includeParameter },
  responses: { 200: describeResponseDocument(shapes[noun]) },
});
export const describeGateList = (noun: GateNoun, summary: string): OperationDescription => ({
  summary,
  query: listParameters,
  responses: { 200: describeResponseList(shapes[noun]) },
});
export const describeOverride = (noun: GateNoun, summary: string): OperationDescription => ({
  summary,
  request: { type: 'object', properties: { comment: nullableString } },
  responses: { 200: describeResponseDocument(shapes[noun]) },
});
/** Describes a response that is a text; 204: it does not exist yet. */
export const describeText = (summary: string, mediaType: string): OperationDescription => ({
  summary,
  responses: { 200: fileContent(mediaType), 204: null },
});
