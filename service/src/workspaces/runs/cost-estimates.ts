import { nullableInteger, nullableString, stringValue } from '../../http/body-schemas.ts';
import { notFound } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { describeResponseDocument, includeParameter } from '../../json-api/describe-document.ts';
import type { ResourceObject } from '../../json-api/resource-object.ts';
import { okDocument } from '../../json-api/responses.ts';
import type { StoredRecord } from '../../store/store.ts';
import { findRunInWorkspace } from './require-run.ts';
import { toCostEstimateId, toRunId } from './run-ids.ts';
import type { StoredRun } from './stored.ts';

/** A run that names targets has no whole plan, so its costs are not estimated. */
const findStatus = ({ reached, active, cost, options }: StoredRun): string => {
  if (reached['cost_estimated']) return options?.targets ? 'skipped_due_to_targeting' : cost?.error === undefined ? 'finished' : 'errored';
  if (!active) return reached['canceled'] ? 'canceled' : 'unreachable';
  return reached['cost_estimating'] ? 'queued' : 'pending';
};

/** Undefined: the costs of the run are not estimated. */
export const renderCostEstimate = ({ id, body }: StoredRecord<StoredRun>): ResourceObject | undefined => {
  const { cost, reached } = body;
  if (!cost) return undefined;
  const status = findStatus(body);
  const figures = status === 'finished' ? cost : undefined;
  const at = reached['cost_estimated'];
  return {
    id: toCostEstimateId(id),
    type: 'cost-estimates',
    attributes: {
      status,
      'error-message': status === 'errored' ? (cost.error ?? null) : null,
      'status-timestamps': {
        ...(reached['pending'] ? { 'pending-at': reached['pending'] } : {}),
        ...(reached['cost_estimating'] ? { 'queued-at': reached['cost_estimating'] } : {}),
        ...(at ? { [`${status.replaceAll('_', '-')}-at`]: at } : {}),
      },
      resources: figures ? { matched: [], unmatched: [] } : null,
      'resources-count': figures?.resources ?? null,
      'matched-resources-count': figures?.matched ?? null,
      'unmatched-resources-count': figures?.unmatched ?? null,
      'prior-monthly-cost': figures?.prior ?? null,
      'proposed-monthly-cost': figures?.proposed ?? null,
      'delta-monthly-cost': figures?.delta ?? null,
    },
    links: { self: `/api/v2/cost-estimates/${toCostEstimateId(id)}` },
  };
};

const showCostEstimate = async (ctx: RequestContext): Promise<RouteResponse> => {
  const id = ctx.params['cost_estimate_id']!;
  const { run } = await findRunInWorkspace(ctx, toRunId('ce', id), 'read-run', `the cost estimate ${id}`);
  const document = renderCostEstimate(run);
  if (!document) throw notFound(`the cost estimate ${id}`);
  return okDocument(document);
};

export const routes = [
  route('GET /cost-estimates/{cost_estimate_id}', showCostEstimate, {
    description: {
      summary: 'Shows what the resources of a run cost a month.',
      query: { include: includeParameter },
      responses: {
        200: describeResponseDocument({
          type: 'cost-estimates',
          attributes: {
            status: stringValue,
            'error-message': nullableString,
            'status-timestamps': { type: 'object', additionalProperties: stringValue },
            resources: { type: ['object', 'null'], additionalProperties: true },
            'resources-count': nullableInteger,
            'matched-resources-count': nullableInteger,
            'unmatched-resources-count': nullableInteger,
            'prior-monthly-cost': nullableString,
            'proposed-monthly-cost': nullableString,
            'delta-monthly-cost': nullableString,
          },
        }),
      },
    },
  }),
];
