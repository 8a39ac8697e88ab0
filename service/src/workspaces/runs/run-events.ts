import { stringValue } from '../../http/body-schemas.ts';
import { notFound } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import {
  describeResponseDocument,
  describeResponseList,
  type DocumentShape,
  includeParameter,
  listParameters,
} from '../../json-api/describe-document.ts';
import { renderToOne, type ResourceObject } from '../../json-api/resource-object.ts';
import { parsePage, renderResourcePage } from '../../json-api/page.ts';
import { okDocument } from '../../json-api/responses.ts';
import type { StoredRecord } from '../../store/store.ts';
import { findRunInWorkspace, requireRun } from './require-run.ts';
import { parseRunEventId, toRunEventId } from './run-ids.ts';
import type { StoredRun } from './stored.ts';

/** Undefined: the run has no event of that number. */
export const renderRunEvent = ({ id, body }: StoredRecord<StoredRun>, number: number): ResourceObject | undefined => {
  const event = body.events?.[number - 1];
  if (!event) return undefined;
  return {
    id: toRunEventId(id, number),
    type: 'run-events',
    attributes: { action: event.action, description: event.description, 'created-at': event.at },
    relationships: {
      run: renderToOne('runs', id),
      actor: renderToOne('users', event.by?.kind === 'user' ? event.by.id : null),
      comment: renderToOne('comments', event.comment ?? null),
    },
    links: { self: `/api/v2/run-events/${toRunEventId(id, number)}` },
  };
};

const listRunEvents = async (ctx: RequestContext): Promise<RouteResponse> => {
  const run = await requireRun(ctx, 'read-run');
  const events = (run.body.events ?? []).flatMap((_, index) => renderRunEvent(run, index + 1) ?? []);
  const page = parsePage(ctx);
  return renderResourcePage(ctx, page, events.length, events.slice(page.offset, page.offset + page.size));
};

const showRunEvent = async (ctx: RequestContext): Promise<RouteResponse> => {
  const id = ctx.params['run_event_id']!;
  const parsed = parseRunEventId(id);
  const { run } = await findRunInWorkspace(ctx, parsed?.run, 'read-run', `the run event ${id}`);
  const event = renderRunEvent(run, parsed!.number);
  if (!event) throw notFound(`the run event ${id}`);
  return okDocument(event);
};

const shape: DocumentShape = {
  type: 'run-events',
  attributes: { action: stringValue, description: stringValue, 'created-at': stringValue },
  relationships: { run: { to: 'runs' }, actor: { to: 'users' }, comment: { to: 'comments' } },
};

export const routes = [
  route('GET /runs/{run_id}/run-events', listRunEvents, {
    description: { summary: 'Lists what happened to a run.', query: listParameters, responses: { 200: describeResponseList(shape) } },
  }),
  route('GET /run-events/{run_event_id}', showRunEvent, {
    description: {
      summary: 'Shows an event of a run.',
      query: { include: includeParameter },
      responses: { 200: describeResponseDocument(shape) },
    },
  }),
];
