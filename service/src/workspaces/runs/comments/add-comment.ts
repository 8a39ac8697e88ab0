import { conflict } from '../../../http/problem.ts';
import type { RequestContext } from '../../../http/route.ts';
import type { StoredRecord, Transaction } from '../../../store/store.ts';
import { toAuthor } from '../run-context.ts';
import type { StoredRun } from '../stored.ts';
import type { RunAuthor, RunEvent } from '../stored-parts.ts';

/** Kind `run-comments`, scope the workspace's id, key the id. */
export interface StoredComment {
  readonly run: string;
  readonly body: string;
  readonly createdAt: string;
  readonly by: RunAuthor;
  /** The number of the run event that it came with, from 1. */
  readonly event: number;
}

/** The most comments of one run. */
const maxComments = 500;

type CommentContext = Pick<RequestContext<Transaction>, 'tx' | 'clock' | 'newId' | 'caller'>;

/** A run with one more event. */
export const addEvent = (run: StoredRun, event: RunEvent): StoredRun => ({ ...run, events: [...(run.events ?? []), event] });

/** The run with a comment, and the event of `action` that it came with. Throws 409 where the run has too many. */
export const insertComment = async (
  ctx: CommentContext,
  { id: run, scope, body }: StoredRecord<StoredRun>,
  text: string,
  event: Pick<RunEvent, 'action' | 'description'>,
): Promise<StoredRun> => {
  if ((body.comments ?? []).length >= maxComments) throw conflict(`a run takes at most ${maxComments} comments`);
  const id = ctx.newId('wsc');
  const createdAt = ctx.clock.now().toISOString();
  const by = toAuthor(ctx);
  const comment: StoredComment = { run, body: text, createdAt, by, event: (body.events ?? []).length + 1 };
  await ctx.tx.insert<StoredComment>({ id, kind: 'run-comments', scope, key: id, name: '', body: comment });
  return addEvent({ ...body, comments: [...(body.comments ?? []), id] }, { ...event, at: createdAt, by, comment: id });
};

/** Adds a comment to a run. */
export const addComment = async (ctx: CommentContext, run: StoredRecord<StoredRun>, text: string): Promise<StoredRecord<StoredRun>> =>
  ctx.tx.update<StoredRun>(run, {
    body: await insertComment(ctx, run, text, { action: 'commented', description: 'A comment was added' }),
  });
