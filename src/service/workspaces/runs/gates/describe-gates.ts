import type { OperationDescription } from '../../../http/operation-description.ts';
import {
  describeResponseDocument,
  describeResponseList,
  type DocumentShape,
  includeParameter,
  listParameters,
} from '../../../json-api/describe-document.ts';

const [text, flag, integer] = [{ type: 'string' }, { type: 'boolean' }, { type: 'integer' }] as const;
const textOrNull = { type: ['string', 'null'] } as const;
const timestamps = { type: 'object', additionalProperties: text } as const;
const flags = { type: 'object', additionalProperties: flag } as const;
const anything = {} as const;
const run = { to: 'runs' } as const;

const shapes = {
  policyCheck: {
    type: 'policy-checks',
    attributes: {
      result: { type: ['object', 'null'] },
      scope: text,
      status: text,
      'status-timestamps': timestamps,
      actions: flags,
      permissions: flags,
    },
    relationships: { run },
  },
  taskStage: {
    type: 'task-stages',
    attributes: {
      status: text,
      stage: text,
      'status-timestamps': timestamps,
      'created-at': text,
      'updated-at': text,
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
      message: textOrNull,
      status: text,
      'status-timestamps': timestamps,
      url: textOrNull,
      'created-at': text,
      'updated-at': text,
      'task-id': text,
      'task-name': text,
      'task-url': textOrNull,
      'task-result-outcomes-count': integer,
      stage: text,
      'is-speculative': flag,
      'workspace-task-id': textOrNull,
      'workspace-task-enforcement-level': text,
      'agent-pool-id': textOrNull,
    },
    relationships: { 'task-stage': { to: 'task-stages' }, 'task-result-outcomes': { to: 'task-result-outcomes', many: true } },
  },
  taskResultOutcome: {
    type: 'task-result-outcomes',
    attributes: { 'created-at': text, 'outcome-id': text, description: text, tags: anything, url: textOrNull },
    relationships: { 'task-result': { to: 'task-results' } },
  },
  policyEvaluation: {
    type: 'policy-evaluations',
    attributes: {
      status: text,
      'policy-kind': text,
      'status-timestamps': timestamps,
      'created-at': text,
      'updated-at': text,
      'result-count': { type: 'object', additionalProperties: integer },
    },
    relationships: { 'policy-attachable': { to: 'task-stages' }, 'policy-set-outcomes': { to: 'policy-set-outcomes', many: true } },
  },
  policySetOutcome: {
    type: 'policy-set-outcomes',
    attributes: {
      outcomes: { type: 'array', items: { type: 'object', additionalProperties: true } },
      error: textOrNull,
      warnings: { type: 'array', items: text },
      overridable: flag,
      'policy-set-name': text,
      'policy-set-description': textOrNull,
      'result-count': { type: 'object', additionalProperties: integer },
      'policy-tool-version': text,
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
  request: { type: 'object', properties: { comment: textOrNull } },
  responses: { 200: describeResponseDocument(shapes[noun]) },
});
/** Of a text that is no document; 204: there is none yet. */
export const describeText = (summary: string): OperationDescription => ({ summary, responses: { 200: null, 204: null } });
