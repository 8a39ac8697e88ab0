import { signAddress } from '../../../access/signed-addresses.ts';
import type { RequestContext } from '../../../http/route.ts';
import type { ResourceObject } from '../../../json-api/resource-object.ts';
import { renderToMany } from '../../../json-api/resource-object.ts';
import type { StoredRecord } from '../../../store/store.ts';
import { toApplyId, toPlanId } from '../run-ids.ts';
import type { StoredRun } from '../stored.ts';
import type { PhaseResult } from '../stored-parts.ts';
import { logOf } from './phase-addresses.ts';
import { findPhaseEnd, findPhaseStatus, type PhaseProgress, phaseOf } from './phase-status.ts';

const renderTimestamps = (run: StoredRun, { start }: PhaseProgress, status: string) => {
  const started = run.reached[start];
  const queued = start === 'planning' ? run.reached['pending'] : run.reached['confirmed'];
  const ended = ['finished', 'errored', 'canceled'].includes(status) ? findPhaseEnd(run, start) : undefined;
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

type AddressContext = Pick<RequestContext, 'origin' | 'addressKey' | 'clock'>;

/** The address of a log, which works without a token. The signature is in the path, because clients replace the query. */
const buildLogAddress = (ctx: AddressContext, noun: 'plans' | 'applies', id: string, { secret }: StoredRun): string | null =>
  secret === undefined ? null : `${ctx.origin}/api/v2/${noun}/${id}/logs/${signAddress(ctx, logOf(id, secret))}`;

/** The executor's details; null before anything was done for the phase. With agents it names the agent from the claim on. */
const executionDetails = ({ reached, agentPool, runner }: StoredRun, { start, result }: PhaseProgress) => {
  if ((reached[start] ?? (start === 'applying' ? reached['confirmed'] : undefined)) === undefined) return null;
  if (agentPool === undefined) return { mode: 'remote' };
  const agent = result ? result.agent : reached[start] && runner;
  return { mode: 'agent', 'agent-pool-id': agentPool, ...(agent ? { 'agent-id': agent } : {}) };
};

export const renderPlan = (ctx: AddressContext, { id: run, body }: StoredRecord<StoredRun>, canExport: boolean): ResourceObject => {
  const id = toPlanId(run);
  const phase = phaseOf(body, 'plan');
  const status = findPhaseStatus(body, phase);
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

export const renderApply = (ctx: AddressContext, { id: run, body }: StoredRecord<StoredRun>): ResourceObject => {
  const id = toApplyId(run);
  const phase = phaseOf(body, 'apply');
  const status = findPhaseStatus(body, phase);
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
