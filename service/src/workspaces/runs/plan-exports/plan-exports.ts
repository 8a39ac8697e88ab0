import { stringValue, octetStream } from '../../../http/body-schemas.ts';
import type { WorkspaceRight } from '../../../access/workspace-rights.ts';
import { conflict, notFound, throwIfInvalid, unprocessable } from '../../../http/problem.ts';
import { type PreparationContext, type RequestContext, type RouteResponse, route } from '../../../http/route.ts';
import {
  describeRequestDocument,
  describeResponseDocument,
  type DocumentShape,
  includeParameter,
} from '../../../json-api/describe-document.ts';
import { parseDocument, parseToOne } from '../../../json-api/parse-document.ts';
import { renderToOne, type ResourceObject } from '../../../json-api/resource-object.ts';
import { createdDocument, noContent, okDocument } from '../../../json-api/responses.ts';
import { validateTypes } from '../../../json-api/validate-types.ts';
import type { StoredRecord, Transaction } from '../../../store/store.ts';
import { findRunInWorkspace } from '../require-run.ts';
import { readRunDocument } from '../run-documents.ts';
import { toPlanId, toRunId } from '../run-ids.ts';
import { createMockFiles } from './mock-files.ts';
import { writeTar } from './write-tar.ts';

/** Kind `plan-exports`, scope the workspace's id, key the id. Its content is made when it is downloaded. */
interface StoredPlanExport {
  readonly run: string;
  readonly createdAt: string;
}
const dataType = 'sentinel-mock-bundle-v0';
/** Lifetime of an export, as in the hosted service. */
const lifeMilliseconds = 60 * 60_000;

const findExpiry = ({ body }: StoredRecord<StoredPlanExport>): Date => new Date(Date.parse(body.createdAt) + lifeMilliseconds);

const renderPlanExport = (ctx: Pick<RequestContext, 'clock'>, record: StoredRecord<StoredPlanExport>): ResourceObject => {
  const { id, body } = record;
  const expiry = findExpiry(record);
  const isExpired = expiry <= ctx.clock.now();
  const at = body.createdAt;
  return {
    id,
    type: 'plan-exports',
    attributes: {
      'data-type': dataType,
      status: isExpired ? 'expired' : 'finished',
      'error-message': null,
      'status-timestamps': {
        'pending-at': at,
        'queued-at': at,
        'finished-at': at,
        ...(isExpired ? { 'expired-at': expiry.toISOString() } : {}),
      },
    },
    relationships: { plan: renderToOne('plans', toPlanId(body.run)) },
    links: { self: `/api/v2/plan-exports/${id}`, download: isExpired ? null : `/api/v2/plan-exports/${id}/download` },
  };
};

const createPlanExport = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const { attributes, relationships } = parseDocument(ctx, 'plan-exports');
  throwIfInvalid(validateTypes(attributes, { 'data-type': 'text!' }, true));
  if (attributes['data-type'] !== dataType) throw unprocessable(`expected ${dataType}`, '/data/attributes/data-type');
  const plan = parseToOne(ctx, relationships, 'plan', 'plans');
  if (!plan) throw unprocessable('a plan export needs a plan', '/data/relationships/plan/data');
  const { run } = await findRunInWorkspace(ctx, toRunId('plan', plan.id), 'download-mocks', `the plan ${plan.id}`);
  if (run.body.plan?.status !== 'finished') throw conflict(`the plan ${plan.id} cannot be exported: it is not finished`);
  const id = ctx.newId('pe');
  const body: StoredPlanExport = { run: run.id, createdAt: ctx.clock.now().toISOString() };
  const record = await ctx.tx.insert<StoredPlanExport>({ id, kind: 'plan-exports', scope: run.scope, key: id, name: '', body });
  return createdDocument(renderPlanExport(ctx, record));
};

const requirePlanExport = async (ctx: RequestContext, right: WorkspaceRight) => {
  const id = ctx.params['plan_export_id']!;
  const what = `the plan export ${id}`;
  const record = await ctx.tx.get<StoredPlanExport>('plan-exports', id);
  if (!record) throw notFound(what);
  return { record, ...(await findRunInWorkspace(ctx, record.body.run, right, what)) };
};

/** Compresses the mocks, outside of the transaction. */
const prepareDownload = async (ctx: PreparationContext): Promise<Buffer> => {
  const files = await ctx.read(async (reading) => {
    const { record, run, workspace } = await requirePlanExport(reading, 'download-mocks');
    const what = `the content of the plan export ${record.id}`;
    const address = { workspace: workspace.id, phase: toPlanId(run.id) };
    const text = run.body.plan?.backingData === undefined ? await readRunDocument(reading.tx, address, 'json') : undefined;
    if (text === undefined || findExpiry(record) <= ctx.clock.now()) throw notFound(what);
    return createMockFiles({ id: run.id, run: run.body, workspaceName: workspace.body.name }, JSON.parse(text) as object as never);
  });
  return writeTar(files, ctx.clock.now());
};

const shape: DocumentShape = {
  type: 'plan-exports',
  attributes: {
    'data-type': stringValue,
    status: stringValue,
    'error-message': { type: ['string', 'null'] },
    'status-timestamps': { type: 'object', additionalProperties: stringValue },
  },
  relationships: { plan: { to: 'plans' } },
};
const path = '/plan-exports/{plan_export_id}';

export const routes = [
  route('POST /plan-exports', createPlanExport, {
    description: {
      summary: 'Exports a plan as mocks for Sentinel.',
      request: describeRequestDocument({
        type: 'plan-exports',
        attributes: { 'data-type': { type: 'string', enum: [dataType] } },
        required: ['data-type'],
        relationships: { plan: { to: 'plans' } },
      }),
      responses: { 201: describeResponseDocument(shape) },
      example: {
        data: {
          type: 'plan-exports',
          attributes: { 'data-type': dataType },
          relationships: { plan: { data: { type: 'plans', id: 'plan-8F5JFydVYAmtTjET' } } },
        },
      },
    },
  }),
  route(`GET ${path}`, async (ctx) => okDocument(renderPlanExport(ctx, (await requirePlanExport(ctx, 'download-mocks')).record)), {
    description: {
      summary: 'Shows a plan export.',
      query: { include: includeParameter },
      responses: { 200: describeResponseDocument(shape) },
    },
  }),
  route(
    `GET ${path}/download`,
    async ({ prepared }) => ({ status: 200, headers: { 'content-type': 'application/octet-stream' }, body: prepared }),
    {
      prepare: prepareDownload,
      description: { summary: 'Downloads a plan export: a tar file, compressed with gzip.', responses: { 200: octetStream } },
    },
  ),
  route(
    `DELETE ${path}`,
    async (ctx) => {
      const { record } = await requirePlanExport(ctx, 'download-mocks');
      await ctx.tx.delete('plan-exports', record.id);
      return noContent;
    },
    { description: { summary: 'Deletes a plan export.', responses: { 204: null } } },
  ),
];
