import type { RunnerFacts, WorkContext } from '../../runner/runner-facts.ts';
import type { StopMode, WorkKind } from '../../runner/work-kind.ts';
import type { ReadTransaction, StoredRecord, Store } from '../../store/store.ts';
import type { ClaimedRun } from '../runs/engine/claimed-run.ts';
import type { PhaseEnd } from '../runs/engine/end-phase.ts';
import type { PhasePort } from '../runs/engine/phase-port.ts';
import { loadRunInput, type RunLike } from '../runs/engine/run-input.ts';
import { renderRunError } from '../runs/engine/run-phase.ts';
import { issueRunToken, revokeRunTokens } from '../runs/engine/run-token.ts';
import { appendLog } from '../runs/run-log.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { type AssessmentReport, finishAssessment } from './finish-assessment.ts';
import { activeAssessmentsLink, queuedAssessmentsLink, type StoredAssessment } from './stored.ts';

type Assessment = StoredRecord<StoredAssessment>;

/** An assessment is a plan of the current configuration that only refreshes. */
const toRun = async (view: ReadTransaction, { id, body }: Assessment): Promise<RunLike> => {
  const workspace = await view.get<StoredWorkspace>('workspaces', body.workspace);
  const configuration = workspace?.body.currentConfigurationVersion ?? null;
  return {
    id,
    body: {
      workspace: body.workspace,
      ...(configuration === null ? {} : { configurationVersion: configuration }),
      engineVersion: body.engineVersion,
      isDestroy: false,
      options: { refreshOnly: true },
      aim: {},
    },
  };
};

const isUnderWay = (assessment: Assessment | undefined, runner: string): assessment is Assessment =>
  assessment?.body.status === 'running' && assessment.body.runner === runner;

const claimNextAssessment = ({ id: runner, dependencies, options }: RunnerFacts): Promise<ClaimedRun | undefined> =>
  dependencies.store.write(async (tx) => {
    for (const { to: id } of await tx.listLinks(queuedAssessmentsLink, { from: 'all' })) {
      await tx.unlink(queuedAssessmentsLink, 'all', id);
      const assessment = await tx.get<StoredAssessment>('assessments', id);
      if (assessment?.body.status !== 'pending') continue;
      await tx.update<StoredAssessment>(assessment, { body: { ...assessment.body, status: 'running', runner } });
      const limit = options.jobMilliseconds;
      const token = await issueRunToken(tx, dependencies.clock, assessment, limit);
      const { publicUrl } = dependencies.settings();
      return { id, phase: 'planning', workspace: assessment.body.workspace, token, publicUrl, limit };
    }
    return undefined;
  });

const reportOf = ({ result, documents, findings, log }: PhaseEnd): AssessmentReport =>
  result.status === 'finished' && documents && findings
    ? { log, documents, figures: findings }
    : { log, error: 'The plan of this assessment failed; see its log.' };

const endAssessment = (
  { store, clock, settings, listeners }: WorkContext,
  id: string,
  runner: string,
  report: AssessmentReport,
): Promise<void> =>
  store.write(async (tx) => {
    await revokeRunTokens(tx, id);
    const assessment = await tx.get<StoredAssessment>('assessments', id);
    if (isUnderWay(assessment, runner)) await finishAssessment({ tx, clock, settings: settings(), listeners }, assessment, report);
  });

const createPort = ({ id: runner, dependencies }: RunnerFacts, { id, workspace }: ClaimedRun): PhasePort => ({
  executor: 'service',
  loadInput: () =>
    dependencies.store.read(async (view) => {
      const assessment = await view.get<StoredAssessment>('assessments', id);
      return isUnderWay(assessment, runner) ? loadRunInput(view, await toRun(view, assessment)) : undefined;
    }),
  appendLog: (text) => dependencies.store.write((tx) => appendLog(tx, { workspace, phase: id }, text)),
  saveEnd: async (end) => {
    await endAssessment(dependencies, id, runner, reportOf(end));
    return true;
  },
});

/** Which of these assessments have to stop: those of a workspace that was deleted. */
const findStops = (store: Store, ids: readonly string[]): Promise<ReadonlyMap<string, StopMode>> =>
  store.read(async (view) => {
    const found = ids.length === 0 ? [] : await view.getMany<StoredAssessment>('assessments', ids);
    const running = new Set(found.filter(({ body }) => body.status === 'running').map(({ id }) => id));
    return new Map(ids.filter((id) => !running.has(id)).map((id) => [id, 'kill']));
  });

const lostMessage = 'The service that executed this assessment ended before it did.';

/** Assessments that the engine makes, as a kind of work. */
export const engineAssessments: WorkKind = {
  name: 'assessment',
  watched: [queuedAssessmentsLink, 'assessments'],
  hasQueued: async (store) => (await store.read((view) => view.listLinks(queuedAssessmentsLink, { from: 'all' }))).length > 0,
  claimNext: async (runner) => {
    const { createRunWork } = await import('../runs/engine/perform-run.ts');
    const claimed = await claimNextAssessment(runner);
    return claimed && createRunWork(runner, claimed, createPort(runner, claimed), claimed.id);
  },
  findStops,
  endLost: async (context, { alive }) => {
    const active = await context.store.read(async (view) => {
      const ids = (await view.listLinks(activeAssessmentsLink, { from: 'all' })).map(({ to }) => to);
      return ids.length === 0 ? [] : view.getMany<StoredAssessment>('assessments', ids);
    });
    const lost = active.filter(({ body }) => body.status === 'running' && body.runner !== undefined && !alive.has(body.runner));
    for (const { id, body } of lost)
      await endAssessment(context, id, body.runner!, { log: renderRunError({}, lostMessage, context.clock.now()), error: lostMessage });
    return lost.length;
  },
};
