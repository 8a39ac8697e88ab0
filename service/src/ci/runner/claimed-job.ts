import type { ReadTransaction } from '../../store/store.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { JobConfig } from '../configuration/configuration.ts';
import type { Continuation, Pipeline } from '../pipelines/pipeline-records.ts';
import type { Job } from '../jobs/job-records.ts';
import type { Workflow } from '../workflows/workflow-records.ts';
import { readJobInWorker } from '../threads/index.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { CiProject, ProjectVariable } from '../projects/project-records.ts';
import type { CiContext, ContextVariable } from '../contexts/context-records.ts';

export interface SecretVariable {
  readonly name: string;
  readonly value: string;
}
/** All data that running a job needs, as of its claim. */
export interface ClaimedJob {
  readonly job: StoredRecord<Job>;
  readonly workflow: StoredRecord<Workflow>;
  readonly pipeline: StoredRecord<Pipeline>;
  readonly project: StoredRecord<CiProject>;
  readonly organization: StoredRecord<CiOrganization>;
  /** Variables of the project, then of the job's contexts in order; later ones win. */
  readonly variables: readonly SecretVariable[];
  /** The continuation key, for a job of a setup workflow. */
  readonly continuation: string | undefined;
  /** Jobs of the workflow by name, for their workspace layers. */
  readonly jobs: ReadonlyMap<string, StoredRecord<Job>>;
}

const loadVariables = async (
  view: ReadTransaction,
  { organization, project, pipeline, job }: Pick<ClaimedJob, 'organization' | 'project' | 'pipeline' | 'job'>,
): Promise<readonly SecretVariable[]> => {
  if (pipeline.body.withoutSecrets) return [];
  const toVariable = ({ key, body }: StoredRecord<ProjectVariable | ContextVariable>): SecretVariable => ({
    name: key,
    value: body.secret,
  });
  const all = (await view.list<ProjectVariable>({ kind: 'ci-project-variables', scope: project.id })).records.map(toVariable);
  for (const name of job.body.contexts) {
    const context = await view.getByKey<CiContext>('ci-contexts', organization.id, name);
    if (context)
      all.push(...(await view.list<ContextVariable>({ kind: 'ci-context-variables', scope: context.id })).records.map(toVariable));
  }
  return all;
};

/** Loads a job with all that running it needs; undefined if a part was deleted. */
export const loadClaimedJob = async (view: ReadTransaction, job: StoredRecord<Job>): Promise<ClaimedJob | undefined> => {
  const [workflow, pipeline] = [
    await view.get<Workflow>('ci-workflows', job.body.workflow),
    await view.get<Pipeline>('ci-pipelines', job.body.pipeline),
  ];
  const project = pipeline && (await view.get<CiProject>('ci-projects', pipeline.scope));
  const organization = pipeline && (await view.get<CiOrganization>('ci-organizations', pipeline.body.organization));
  if (!workflow || !pipeline || !project || !organization) return undefined;
  const [key] =
    workflow.body.tag === 'setup'
      ? (await view.list<Continuation>({ kind: 'ci-continuations', scope: '', body: [{ path: 'pipeline', is: pipeline.id }] })).records
      : [];
  const jobs = new Map((await view.getMany<Job>('ci-jobs', workflow.body.jobs)).map((one) => [one.body.name, one]));
  return {
    job,
    workflow,
    pipeline,
    project,
    organization,
    continuation: key?.body.secret,
    jobs,
    variables: await loadVariables(view, { organization, project, pipeline, job }),
  };
};

/** The job in the compiled configuration. */
export const readJobConfig = ({ job, workflow, pipeline }: ClaimedJob): Promise<JobConfig> => {
  const { compiled, compiledSetup } = pipeline.body.config;
  return readJobInWorker(workflow.body.tag === 'setup' ? compiledSetup : compiled, job.body.name);
};
