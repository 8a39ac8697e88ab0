import type { RequestContext } from '../../http/route.ts';
import type { RecordFilter } from '../../store/record-filter.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { WorkflowStatus } from '../configuration/states/statuses.ts';
import { readPageToken, createPageToken } from '../pages/page-token.ts';
import { sequenceCursor } from '../pages/page.ts';
import type { Pipeline } from '../pipelines/pipeline-records.ts';
import type { Workflow } from '../workflows/workflow-records.ts';

/** A run of API v3 is a pipeline of API v2. `statuses`: of its workflows, without those that were run again. */
export interface Run {
  readonly pipeline: StoredRecord<Pipeline>;
  readonly statuses: readonly WorkflowStatus[];
}
export interface RunQuery {
  readonly filter: Omit<RecordFilter, 'kind'>;
  readonly limit: number;
  /** Encrypted position of an earlier page; empty or undefined: the first page. */
  readonly cursor: string | undefined;
  /** The other parts of the query, which are part of a cursor so that it is valid for that list only. */
  readonly question: unknown;
  matches(run: Run): boolean;
  /** Runs are read newest first, until one of this is false. */
  isRecentEnough(pipeline: Pipeline): boolean;
}

/** Pipelines that are read at a time, and at most for one page. */
const chunkSize = 200;
const maxChunks = 20;

/** The latest workflow of each name. */
const latestStatuses = (workflows: readonly StoredRecord<Workflow>[]): readonly WorkflowStatus[] => [
  ...new Map([...workflows].sort((one, other) => one.seq - other.seq).map(({ body }) => [body.name, body.status])).values(),
];

/** One look-up for the workflows of all of them. */
export const loadRuns = async (ctx: RequestContext, pipelines: readonly StoredRecord<Pipeline>[]): Promise<readonly Run[]> => {
  if (pipelines.length === 0) return [];
  const { records } = await ctx.tx.list<Workflow>({ kind: 'ci-workflows', scope: pipelines.map(({ id }) => id) });
  const byPipeline = new Map<string, StoredRecord<Workflow>[]>(pipelines.map(({ id }) => [id, []]));
  for (const workflow of records) byPipeline.get(workflow.scope)!.push(workflow);
  return pipelines.map((pipeline) => ({ pipeline, statuses: latestStatuses(byPipeline.get(pipeline.id)!) }));
};

/** One page of runs, newest first. Where few match, a page ends after some thousand pipelines, and `next` continues there. */
export const findRuns = async (
  ctx: RequestContext,
  query: RunQuery,
): Promise<{ readonly runs: readonly Run[]; readonly next: string | null }> => {
  const list = JSON.stringify([query.filter, query.question]);
  let before = query.cursor ? sequenceCursor.decode(await readPageToken(ctx.tx, list, query.cursor)) : undefined;
  const runs: Run[] = [];
  const answer = async (last: number | undefined) => ({
    runs,
    next: last === undefined ? null : await createPageToken(ctx.tx, list, sequenceCursor.encode(last)),
  });
  for (let chunk = 0; chunk < maxChunks; chunk++) {
    const { records } = await ctx.tx.list<Pipeline>(
      { kind: 'ci-pipelines', ...query.filter, ...(before === undefined ? {} : { seq: { before } }) },
      { offset: 0, limit: chunkSize, uncounted: true, order: { by: 'seq', descending: true } },
    );
    for (const run of await loadRuns(ctx, records)) {
      if (!query.isRecentEnough(run.pipeline.body)) return answer(undefined);
      if (!query.matches(run)) continue;
      // One more than the page holds matches: the next page begins behind the last of this one.
      if (runs.length === query.limit) return answer(runs.at(-1)!.pipeline.seq);
      runs.push(run);
    }
    if (records.length < chunkSize) return answer(undefined);
    before = records.at(-1)!.seq;
  }
  return answer(before);
};
