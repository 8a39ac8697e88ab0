import { booleanValue, freeObject, integerValue, nullableString, stringValue, jsonContent } from '../../../http/body-schemas.ts';
import type { OperationDescription } from '../../../http/operation-description.ts';
import { describeResponseDocument, type DocumentShape, includeParameter } from '../../../json-api/describe-document.ts';

const flags = { type: 'object', additionalProperties: booleanValue } as const;

const common = {
  'execution-details': {
    type: ['object', 'null'],
    properties: { mode: stringValue, 'agent-pool-id': stringValue, 'agent-id': stringValue },
  },
  status: stringValue,
  'resource-additions': integerValue,
  'resource-changes': integerValue,
  'resource-destructions': integerValue,
  'resource-imports': integerValue,
  'log-read-url': nullableString,
  'status-timestamps': { type: 'object', additionalProperties: stringValue },
} as const;

const planShape: DocumentShape = {
  type: 'plans',
  attributes: {
    ...common,
    'has-changes': booleanValue,
    'generated-configuration': booleanValue,
    'structured-run-output-enabled': booleanValue,
    actions: flags,
    permissions: flags,
  },
  relationships: { 'state-versions': { to: 'state-versions', many: true }, exports: { to: 'plan-exports', many: true } },
};
const applyShape: DocumentShape = {
  type: 'applies',
  attributes: { ...common, 'action-invocations': integerValue, 'action-failures': integerValue },
  relationships: { 'state-versions': { to: 'state-versions', many: true } },
};

const query = { include: includeParameter };
export const showPlanDescription: OperationDescription = {
  summary: 'Shows a plan.',
  query,
  responses: { 200: describeResponseDocument(planShape) },
};
export const showApplyDescription: OperationDescription = {
  summary: 'Shows an apply.',
  query,
  responses: { 200: describeResponseDocument(applyShape) },
};
/** Describes a redirect (307) to a document; 204: the plan has not ended. */
export const describeRedirect = (summary: string): OperationDescription => ({ summary, responses: { 204: null, 307: null } });
export const describeDocument = (summary: string): OperationDescription => ({
  summary,
  responses: { 200: jsonContent(freeObject), 204: null },
});
export const describeBackingData = (summary: string): OperationDescription => ({ summary, responses: { 204: null } });
