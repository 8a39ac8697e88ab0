import type { OperationDescription } from '../../../http/operation-description.ts';
import { describeResponseDocument, type DocumentShape, includeParameter } from '../../../json-api/describe-document.ts';

const [text, flag, integer] = [{ type: 'string' }, { type: 'boolean' }, { type: 'integer' }] as const;
const textOrNull = { type: ['string', 'null'] } as const;
const flags = { type: 'object', additionalProperties: flag } as const;

const common = {
  'execution-details': { type: ['object', 'null'], properties: { mode: text } },
  status: text,
  'resource-additions': integer,
  'resource-changes': integer,
  'resource-destructions': integer,
  'resource-imports': integer,
  'log-read-url': textOrNull,
  'status-timestamps': { type: 'object', additionalProperties: text },
} as const;

const planShape: DocumentShape = {
  type: 'plans',
  attributes: {
    ...common,
    'has-changes': flag,
    'generated-configuration': flag,
    'structured-run-output-enabled': flag,
    actions: flags,
    permissions: flags,
  },
  relationships: { 'state-versions': { to: 'state-versions', many: true }, exports: { to: 'plan-exports', many: true } },
};
const applyShape: DocumentShape = {
  type: 'applies',
  attributes: { ...common, 'action-invocations': integer, 'action-failures': integer },
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
/** Of a document that stands elsewhere: 307 leads there, 204 says that the plan is not over. */
export const describeRedirect = (summary: string): OperationDescription => ({ summary, responses: { 204: null, 307: null } });
export const describeDocument = (summary: string): OperationDescription => ({
  summary,
  responses: { 200: { type: 'object', additionalProperties: true }, 204: null },
});
export const describeBackingData = (summary: string): OperationDescription => ({ summary, responses: { 204: null } });
