import type { StoredRecord, Transaction } from '../../store/store.ts';
import { deleteRunDocuments, saveRunDocument } from '../runs/run-documents.ts';
import { appendLog, deleteLog } from '../runs/run-log.ts';
import type { PlanDocuments } from '../runs/plan-documents/create-plan-documents.ts';
import type { RunContext } from '../runs/run-context.ts';
import { redactPlan } from '../runs/redact-plan.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import { notifyAssessed } from './notify-assessed.ts';
import { activeAssessmentsLink, type StoredAssessment, type StoredAssessmentResult, toResultId } from './stored.ts';

type JsonObject = { readonly [name: string]: unknown };
/** Null where it failed. */
export type AssessmentFigures = Pick<
  StoredAssessmentResult,
  'resourcesDrifted' | 'resourcesUndrifted' | 'checksPassed' | 'checksFailed' | 'checksErrored' | 'checksUnknown'
>;

/** The report of an assessment's executor at the end. */
export interface AssessmentReport {
  /** Instead of figures and documents: it failed. */
  readonly error?: string;
  readonly figures?: AssessmentFigures;
  /** The rest of its log. */
  readonly log: string;
  /** The plan in the format of `show -json`, and schemas in that of `providers schema -json`. */
  readonly json?: JsonObject;
  readonly schemas?: JsonObject;
  /** The documents of the engine, which replace those above. */
  readonly documents?: PlanDocuments;
}

const noFigures: AssessmentFigures = {
  resourcesDrifted: null,
  resourcesUndrifted: null,
  checksPassed: null,
  checksFailed: null,
  checksErrored: null,
  checksUnknown: null,
};
/** Results of a workspace that are kept. */
const maxResults = 30;

const renderDocuments = ({ json, schemas }: AssessmentReport): Partial<PlanDocuments> => ({
  ...(json ? { json: JSON.stringify(json), redacted: JSON.stringify(redactPlan(json, schemas ?? {})) } : {}),
  ...(schemas ? { schemas: JSON.stringify(schemas) } : {}),
});

const saveDocuments = async (tx: Transaction, id: string, workspace: string, report: AssessmentReport): Promise<void> => {
  const address = { workspace, phase: id };
  await appendLog(tx, address, report.log, true);
  const documents = report.documents ?? renderDocuments(report);
  for (const name of ['json', 'schemas', 'redacted'] as const) {
    const text = documents[name];
    if (text !== undefined) await saveRunDocument(tx, address, name, text);
  }
};

const deleteOldResults = async (tx: Transaction, workspace: string): Promise<void> => {
  const { records } = await tx.list<StoredAssessmentResult>({ kind: 'assessment-results', scope: workspace });
  for (const { id, body } of records.slice(0, Math.max(0, records.length - maxResults))) {
    await deleteLog(tx, { workspace, phase: body.source });
    await deleteRunDocuments(tx, { workspace, phase: body.source });
    const script = await tx.getByKey('assessment-scripts', workspace, body.source);
    if (script) await tx.delete('assessment-scripts', script.id);
    await tx.delete('assessments', body.source);
    await tx.delete('assessment-results', id);
  }
};

const createResult = (
  context: RunContext,
  { id, body }: StoredRecord<StoredAssessment>,
  report: AssessmentReport,
): StoredAssessmentResult => {
  const figures = report.error === undefined ? (report.figures ?? noFigures) : noFigures;
  return {
    organization: body.organization,
    source: id,
    succeeded: report.error === undefined,
    errorMessage: report.error ?? null,
    drifted: (figures.resourcesDrifted ?? 0) > 0,
    allChecksSucceeded: report.error === undefined && (figures.checksFailed ?? 0) + (figures.checksErrored ?? 0) === 0,
    ...figures,
    createdAt: context.clock.now().toISOString(),
  };
};

/** Ends an assessment: its result becomes the current one of the workspace, and notifications are queued. */
export const finishAssessment = async (
  context: RunContext,
  assessment: StoredRecord<StoredAssessment>,
  report: AssessmentReport,
): Promise<void> => {
  const { tx } = context;
  const scope = assessment.body.workspace;
  await saveDocuments(tx, assessment.id, scope, report);
  const id = toResultId(assessment.id);
  const body = createResult(context, assessment, report);
  const result = await tx.insert<StoredAssessmentResult>({ id, kind: 'assessment-results', scope, key: id, name: '', body });
  await tx.update<StoredAssessment>(assessment, {
    body: { ...assessment.body, status: body.succeeded ? 'finished' : 'errored', movesAt: null },
  });
  await tx.unlink(activeAssessmentsLink, 'all', assessment.id);
  const workspace = await tx.get<StoredWorkspace>('workspaces', scope);
  if (!workspace) return;
  const prior = workspace.body.assessment?.result;
  await tx.update<StoredWorkspace>(workspace, {
    body: { ...workspace.body, assessment: { pending: null, result: id, at: body.createdAt } },
  });
  const before = prior ? await tx.get<StoredAssessmentResult>('assessment-results', prior) : undefined;
  await notifyAssessed(context, workspace, result, before);
  await deleteOldResults(tx, scope);
};
