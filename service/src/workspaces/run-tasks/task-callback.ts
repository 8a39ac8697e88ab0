import { nullableString, stringValue } from '../../http/body-schemas.ts';
import { conflict, notFound } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { textParameter } from '../../http/operation-description.ts';
import { okDocument } from '../../json-api/responses.ts';
import type { Transaction } from '../../store/store.ts';
import { reportTaskResult } from '../runs/gates/attach-task-stage.ts';
import { describeGate } from '../runs/gates/describe-gates.ts';
import { renderTaskResult } from '../runs/gates/render-task-stages.ts';
import type { StoredTaskResult } from '../runs/gates/stored.ts';
import type { StoredRun } from '../runs/stored.ts';
import { parseTaskReport } from './parse-task-report.ts';
import { awaitedResultsLink, revokeTaskTokens } from './task-calls.ts';

/** Receives a report, with the token of the call only, which belongs to this result. A final status ends the token. */
const takeReport = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { tx, caller } = ctx;
  const id = ctx.params['task_result_id']!;
  const result = caller.taskResult === id ? await tx.get<StoredTaskResult>('task-results', id) : undefined;
  if (!result) throw notFound(`the task result ${id}`);
  const run = await tx.get<StoredRun>('runs', result.body.run);
  if (!run?.body.active || !['pending', 'running'].includes(result.body.status))
    throw conflict('the task result is final, or its run is over');
  const report = parseTaskReport(ctx, result.body.outcomes);
  await reportTaskResult(ctx, id, report);
  if (report.status === 'running') await tx.link(awaitedResultsLink, 'all', id);
  else {
    await tx.unlink(awaitedResultsLink, 'all', id);
    await revokeTaskTokens(tx, id);
  }
  return okDocument(renderTaskResult((await tx.get<StoredTaskResult>('task-results', id))!));
};

const outcomes = {
  type: 'object',
  properties: {
    data: {
      type: 'array',
      items: {
        type: 'object',
        required: ['type', 'attributes'],
        properties: {
          type: stringValue,
          attributes: {
            type: 'object',
            required: ['outcome-id', 'description'],
            properties: {
              'outcome-id': stringValue,
              description: stringValue,
              url: nullableString,
              body: nullableString,
              tags: { type: ['object', 'null'], additionalProperties: true },
            },
          },
        },
      },
    },
  },
} as const;
const request = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'object',
      required: ['type', 'attributes'],
      properties: {
        type: { type: 'string', enum: ['task-results', 'task_results'] },
        id: stringValue,
        attributes: {
          type: 'object',
          required: ['status'],
          properties: { status: { enum: ['running', 'passed', 'failed'] }, message: nullableString, url: nullableString },
        },
        relationships: { type: 'object', properties: { outcomes, 'task-result-outcomes': outcomes } },
      },
    },
  },
} as const;

export const routes = [
  route('PATCH /task-results/{task_result_id}/callback', takeReport, {
    plainJson: true,
    purposes: ['run-task'],
    description: {
      ...describeGate('taskResult', 'Takes what a run task says of a run, with the token that the call of the task had.'),
      request,
      query: { url_code: textParameter('Not needed: the token is enough.') },
    },
  }),
];
