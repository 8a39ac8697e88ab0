import type { User } from '../../access/records.ts';
import type { StoredRecord, Store, ReadTransaction } from '../../store/store.ts';
import { isBlockingDecision, evaluatePipelinePolicies, type EvaluatedDecision, saveDecision } from '../policies/evaluate-configuration.ts';
import { effectiveSettings } from '../projects/project-settings.ts';
import type { CiProject } from '../projects/project-records.ts';
import type { CompiledPipeline } from './compile-pipeline.ts';
import type { PipelineContext } from './pipeline-context.ts';
import { isUserInOrganization } from '../contexts/denied-contexts.ts';
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

/** A schedule outlives the membership of the user that it is attributed to; its pipelines then do not start. */
const hasLostScheduleOwner = async (view: ReadTransaction, { organization, startedBy, trigger }: Pipeline): Promise<boolean> => {
  if (trigger.type !== 'scheduled_pipeline') return false;
  const [user] = (await view.list<User>({ kind: 'users', scope: '', body: [{ path: 'uuid', is: startedBy }] })).records;
  return user !== undefined && !(await isUserInOrganization(view, user.id, organization));
};

/** Finds errors that keep a pipeline from starting although its configuration compiles. Stores the policies' decision. */
export const findStartErrors = async (
  ctx: PipelineContext,
  { body }: StoredRecord<Pipeline>,
  project: CiProject,
  compilation: CompiledPipeline,
  decision: EvaluatedDecision | undefined,
): Promise<readonly PipelineError[]> => {
  if (isForbiddenSetup(project, compilation))
    return [{ type: 'config', message: 'this is a setup configuration, and the project does not take them (setup_workflows)' }];
  if (await hasLostScheduleOwner(ctx.tx, body))
    return [{ type: 'permission', message: `${body.login}, whose schedule this is, does not belong to the organization any more` }];
  if (!decision) return [];
  await saveDecision(ctx, decision);
  if (!isBlockingDecision(decision)) return [];
  const { hard_failures: failures, reason } = decision.decision;
  return failures.length > 0
    ? failures.map((one) => ({ type: 'config' as const, message: `the policy rule ${one.rule} refuses this configuration: ${one.reason}` }))
    : [{ type: 'config', message: `the policies could not judge this configuration: ${reason}` }];
};
