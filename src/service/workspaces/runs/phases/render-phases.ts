import type { RequestContext } from '../../../http/route.ts';
import type { ResourceObject } from '../../../json-api/resource-object.ts';
import { renderToMany } from '../../../json-api/resource-object.ts';
import type { StoredRecord } from '../../../store/store.ts';
import { toApplyId, toPlanId } from '../run-ids.ts';
import type { StoredRun } from '../stored.ts';
import type { PhaseResult } from '../stored-parts.ts';

/** Of a phase: what it is, the moments of its run that say how far it is, and its result. */
interface Phase {
  readonly start: 'planning' | 'applying';
  readonly result: PhaseResult | undefined;
}

const isCanceled = ({ status }: StoredRun): boolean => status === 'canceled' || status === 'force_canceled';

/** A phase that its run never came to is unreachable. */
const findStatus = (run: StoredRun, { start, result }: Phase): string => {
  if (result) return result.status;
  // Runs that an older release stored have no results, but the moments of their life.
  if (start === 'planning' && (run.reached['planned'] ?? run.reached['planned_and_finished'])) return 'finished';
  if (start === 'applying' && run.reached['applied']) return 'finished';
  const isStarted = run.reached[start] !== undefined;
  if (run.active) return isStarted ? 'running' : 'pending';
  if (isCanceled(run)) return isStarted || start === 'planning' ? 'canceled' : 'unreachable';
  return isStarted ? 'errored' : 'unreachable';
};

const findEnd = (run: StoredRun, start: Phase['start']): string | undefined => {
  const { reached } = run;
  const last = reached['errored'] ?? reached['canceled'] ?? reached['force_canceled'];
  return start === 'planning'
    ? (reached['planned'] ?? reached['planned_and_finished'] ?? reached['planned_and_saved'] ?? last)
    : (reached['post_apply_running'] ?? reached['applied'] ?? last);
};

const renderTimestamps = (run: StoredRun, { start }: Phase, status: string) => {
  const started = run.reached[start];
  const queued = start === 'planning' ? run.reached['pending'] : run.reached['confirmed'];
  const ended = ['finished', 'errored', 'canceled'].includes(status) ? findEnd(run, start) : undefined;
  return {
    ...(queued ? { 'pending-at': queued, 'queued-at': queued } : {}),
    ...(started ? { 'started-at': started } : {}),
    ...(ended ? { [status === 'finished' ? 'finished-at' : `${status}-at`]: ended } : {}),
    ...(ended && status !== 'finished' ? { 'finished-at': ended } : {}),
  };
};

const renderCounts = (result: PhaseResult | undefined) => ({
  'resource-additions': result?.additions ?? 0,
  'resource-changes': result?.changes ?? 0,
  'resource-destructions': result?.destructions ?? 0,
  'resource-imports': result?.imports ?? 0,
});

/** Needs no token: the secret stands in the path, for clients replace the query. */
const buildLogAddress = ({ origin }: Pick<RequestContext, 'origin'>, noun: 'plans' | 'applies', id: string, run: StoredRun) =>
  run.secret === undefined ? null : `${origin}/api/v2/${noun}/${id}/logs/${run.secret}`;

/** Null where nothing was done for the phase so far. Of an agent also who it is, as soon as it took the phase. */
const executionDetails = ({ reached, agentPool, runner }: StoredRun, { start, result }: Phase) => {
  if ((reached[start] ?? (start === 'applying' ? reached['confirmed'] : undefined)) === undefined) return null;
  if (agentPool === undefined) return { mode: 'remote' };
  const agent = result ? result.agent : reached[start] && runner;
  return { mode: 'agent', 'agent-pool-id': agentPool, ...(agent ? { 'agent-id': agent } : {}) };
};

export const renderPlan = (
  ctx: Pick<RequestContext, 'origin'>,
  { id: run, body }: StoredRecord<StoredRun>,
  canExport: boolean,
): ResourceObject => {
  const id = toPlanId(run);
  const phase: Phase = { start: 'planning', result: body.plan };
  const status = findStatus(body, phase);
  const isKept = body.plan?.backingData === undefined;
  return {
    id,
    type: 'plans',
    attributes: {
      'execution-details': executionDetails(body, phase),
      status,
      'has-changes': body.plan?.hasChanges ?? body.reached['planned'] !== undefined,
      ...renderCounts(body.plan),
      'generated-configuration': body.plan?.generatedConfiguration === true,
      'structured-run-output-enabled': body.structured !== false,
      'log-read-url': isKept ? buildLogAddress(ctx, 'plans', id, body) : null,
      'status-timestamps': renderTimestamps(body, phase, status),
      actions: { 'is-exportable': status === 'finished' && isKept },
      permissions: { 'can-export': canExport },
    },
    relationships: { 'state-versions': { data: [] }, exports: { data: [] } },
    links: {
      self: `/api/v2/plans/${id}`,
      'json-output': `/api/v2/plans/${id}/json-output`,
      'json-output-redacted': `/api/v2/plans/${id}/json-output-redacted`,
      'json-schema': `/api/v2/plans/${id}/json-schema`,
    },
  };
};

export const renderApply = (ctx: Pick<RequestContext, 'origin'>, { id: run, body }: StoredRecord<StoredRun>): ResourceObject => {
  const id = toApplyId(run);
  const phase: Phase = { start: 'applying', result: body.apply };
  const status = findStatus(body, phase);
  return {
    id,
    type: 'applies',
    attributes: {
      'execution-details': executionDetails(body, phase),
      status,
      ...renderCounts(body.apply),
      'action-invocations': 0,
      'action-failures': 0,
      'log-read-url': body.apply?.backingData === undefined ? buildLogAddress(ctx, 'applies', id, body) : null,
      'status-timestamps': renderTimestamps(body, phase, status),
    },
    relationships: { 'state-versions': renderToMany('state-versions', body.apply?.stateVersions ?? []) },
    links: { self: `/api/v2/applies/${id}` },
  };
};
