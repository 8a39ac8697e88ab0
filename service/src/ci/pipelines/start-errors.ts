import type { StoredRecord, Store, ReadTransaction } from '../../store/store.ts';
import { isBlockingDecision, evaluatePipelinePolicies, type EvaluatedDecision, saveDecision } from '../policies/evaluate-configuration.ts';
import { effectiveSettings } from '../projects/project-settings.ts';
import type { CiProject } from '../projects/project-records.ts';
import type { CompiledPipeline } from './compile-pipeline.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { findActorRights } from '../roles/actors.ts';
import type { Pipeline, PipelineError } from './pipeline-records.ts';

const isForbiddenSetup = (project: CiProject, { isSetup }: CompiledPipeline): boolean =>
  isSetup && !effectiveSettings(project).setup_workflows;

/** Evaluates the policies for a configuration that would start, outside of a transaction; undefined if it need not be evaluated (again). */
export const judgeConfiguration = async (
  store: Store,
  ctx: Omit<PipelineContext, 'tx'>,
  { scope, body }: StoredRecord<Pipeline>,
  project: CiProject,
  text: string,
  compilation: CompiledPipeline,
): Promise<EvaluatedDecision | undefined> => {
  if (body.state === 'setup-pending' || isForbiddenSetup(project, compilation)) return undefined;
  const { branch, tag, url } = body.vcs;
  return evaluatePipelinePolicies((work) => store.read(work), ctx, body.organization, {
    text,
    compiled: compilation.yaml,
    metadata: {
      project_id: scope,
      build_number: body.number,
      vcs: {
        ...(branch === null ? {} : { branch }),
        ...(tag === null ? {} : { release_tag: tag }),
        origin_repository_url: url,
        target_repository_url: url,
      },
    },
  });
};

/** A schedule outlives the rights of the user that it is attributed to; its pipelines then do not start. */
const hasLostScheduleOwner = async (view: ReadTransaction, { scope, body }: StoredRecord<Pipeline>): Promise<boolean> =>
  body.trigger.type === 'scheduled_pipeline' &&
  !(await findActorRights(view, body.startedBy, { organization: body.organization, project: scope })).startsBuilds;

/** Finds errors that keep a pipeline from starting although its configuration compiles. Stores the policies' decision. */
export const findStartErrors = async (
  ctx: PipelineContext,
  pipeline: StoredRecord<Pipeline>,
  project: CiProject,
  compilation: CompiledPipeline,
  decision: EvaluatedDecision | undefined,
): Promise<readonly PipelineError[]> => {
  if (isForbiddenSetup(project, compilation))
    return [{ type: 'config', message: 'this is a setup configuration, and the project does not take them (setup_workflows)' }];
  if (await hasLostScheduleOwner(ctx.tx, pipeline))
    return [{ type: 'permission', message: `${pipeline.body.login}, whose schedule this is, may not start pipelines here any more` }];
  if (!decision) return [];
  await saveDecision(ctx, decision);
  if (!isBlockingDecision(decision)) return [];
  const { hard_failures: failures, reason } = decision.decision;
  return failures.length > 0
    ? failures.map((one) => ({ type: 'config' as const, message: `the policy rule ${one.rule} refuses this configuration: ${one.reason}` }))
    : [{ type: 'config', message: `the policies could not judge this configuration: ${reason}` }];
};
