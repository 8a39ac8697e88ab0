import { stringValue } from '../../../http/body-schemas.ts';
import { notFound, throwIfInvalid, unprocessable } from '../../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../../http/route.ts';
import {
  describeRequestDocument,
  describeResponseDocument,
  describeResponseList,
  type DocumentShape,
  includeParameter,
  listParameters,
} from '../../../json-api/describe-document.ts';
import { listResources } from '../../../json-api/page.ts';
import { parseDocument } from '../../../json-api/parse-document.ts';
import { renderToOne, type ResourceObject } from '../../../json-api/resource-object.ts';
import { createdDocument, okDocument } from '../../../json-api/responses.ts';
import { validateTypes } from '../../../json-api/validate-types.ts';
import type { StoredRecord, Transaction } from '../../../store/store.ts';
import { findRunInWorkspace, requireRun } from '../require-run.ts';
import { toRunEventId } from '../run-ids.ts';
import { addComment, type StoredComment } from './add-comment.ts';

const maxCharacters = 65_536;

export const renderComment = ({ id, body }: StoredRecord<StoredComment>): ResourceObject => ({
  id,
  type: 'comments',
  attributes: { body: body.body, 'created-at': body.createdAt },
  relationships: { 'run-event': renderToOne('run-events', toRunEventId(body.run, body.event)) },
  links: { self: `/api/v2/comments/${id}` },
});

const createComment = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const run = await requireRun(ctx, 'queue-run');
  const { attributes } = parseDocument(ctx, 'comments');
  throwIfInvalid(validateTypes(attributes, { body: 'text!' }, true));
  const text = attributes['body'] as string;
  if (text.length > maxCharacters) throw unprocessable(`expected at most ${maxCharacters} characters`, '/data/attributes/body');
  const commented = await addComment(ctx, run, text);
  const comment = await ctx.tx.get<StoredComment>('run-comments', commented.body.comments!.at(-1)!);
  return createdDocument(renderComment(comment!));
};

const listComments = async (ctx: RequestContext): Promise<RouteResponse> => {
  const run = await requireRun(ctx, 'read-run');
  return listResources<StoredComment>(ctx, { kind: 'run-comments', scope: run.scope, keys: run.body.comments ?? [] }, async (records) =>
    records.map(renderComment),
  );
};

const showComment = async (ctx: RequestContext): Promise<RouteResponse> => {
  const what = `the comment ${ctx.params['comment_id']}`;
  const comment = await ctx.tx.get<StoredComment>('run-comments', ctx.params['comment_id']!);
  if (!comment) throw notFound(what);
  await findRunInWorkspace(ctx, comment.body.run, 'read-run', what);
  return okDocument(renderComment(comment));
};

const shape: DocumentShape = {
  type: 'comments',
  attributes: { body: stringValue, 'created-at': stringValue },
  relationships: { 'run-event': { to: 'run-events' } },
};
const query = { include: includeParameter };

export const routes = [
  route('POST /runs/{run_id}/comments', createComment, {
    description: {
      summary: 'Adds a comment to a run.',
      request: describeRequestDocument({ type: 'comments', attributes: { body: stringValue }, required: ['body'] }),
      responses: { 201: describeResponseDocument(shape) },
      example: { data: { type: 'comments', attributes: { body: 'Looks right.' } } },
    },
  }),
  route('GET /runs/{run_id}/comments', listComments, {
    description: { summary: 'Lists the comments of a run.', query: listParameters, responses: { 200: describeResponseList(shape) } },
  }),
  route('GET /comments/{comment_id}', showComment, {
    description: { summary: 'Shows a comment.', query, responses: { 200: describeResponseDocument(shape) } },
  }),
];
