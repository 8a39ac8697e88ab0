import { notFound } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { Job } from '../jobs/job-records.ts';
import type { Workflow } from '../workflows/workflow-records.ts';
import { type ResolvedProject, requireProjectById } from '../projects/require-project.ts';
import { parseCiBody, optionalMember, requiredMember } from '../requests/read-request.ts';
import { ciCreated } from '../responses.ts';
import type { DeployComponent, DeployEnvironment, ComponentVersion } from './deployment-records.ts';
import { nameMember } from '../requests/text-members.ts';
import { findComponent, findDeployEnvironment, listComponentVersions } from './find-deployments.ts';

type DeployingJob = Pick<ComponentVersion, 'pipeline' | 'workflow' | 'job' | 'jobNumber'>;
const jobNumberMember = {
  description: "a job's number",
  accepts: (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0,
  schema: { type: 'integer', minimum: 1 },
};

const findOrCreateComponent = async (
  { tx, newId }: RequestContext<Transaction>,
  { project, organization }: ResolvedProject,
  name: string,
  now: string,
): Promise<StoredRecord<DeployComponent>> =>
  (await findComponent(tx, organization.id, project.id, name)) ??
  tx.insert<DeployComponent>({
    id: newId('uuid'),
    kind: 'ci-components',
    scope: organization.id,
    key: `${project.id}/${name}`,
    name,
    body: { name, project: project.id, labels: [], createdAt: now, updatedAt: now },
  });
const findOrCreateEnvironment = async (
  { tx, newId }: RequestContext<Transaction>,
  { organization }: ResolvedProject,
  name: string,
  now: string,
): Promise<StoredRecord<DeployEnvironment>> =>
  (await findDeployEnvironment(tx, organization.id, name)) ??
  tx.insert<DeployEnvironment>({
    id: newId('uuid'),
    kind: 'ci-environments',
    scope: organization.id,
    key: name,
    name,
    body: { name, description: '', labels: [], createdAt: now, updatedAt: now },
  });

/** The job that deploys, with its workflow and pipeline. */
const findDeployingJob = async (
  { tx }: RequestContext,
  { project }: ResolvedProject,
  number: number | undefined,
): Promise<DeployingJob> => {
  if (number === undefined) return { pipeline: null, workflow: null, job: null, jobNumber: null };
  const job = await tx.getByKey<Job>('ci-jobs', project.id, String(number));
  if (!job) throw notFound(`the job ${number}`);
  const workflow = await tx.get<Workflow>('ci-workflows', job.body.workflow);
  return { pipeline: workflow?.scope ?? job.body.pipeline, workflow: job.body.workflow, job: job.id, jobNumber: number };
};

/** Records a version as the only live one of its component, environment and namespace. */
const makeVersionLive = async (
  { tx, newId }: RequestContext<Transaction>,
  component: StoredRecord<DeployComponent>,
  body: ComponentVersion,
): Promise<StoredRecord<ComponentVersion>> => {
  let existing: StoredRecord<ComponentVersion> | undefined;
  for (const one of await listComponentVersions(tx, component.id, body.environment, body.namespace)) {
    if (one.body.name === body.name) existing = one;
    else if (one.body.isLive) await tx.update<ComponentVersion>(one, { body: { ...one.body, isLive: false } });
  }
  return existing
    ? tx.update<ComponentVersion>(existing, { body })
    : tx.insert<ComponentVersion>({
        id: newId('uuid'),
        kind: 'ci-versions',
        scope: component.id,
        key: `${body.environment}/${body.namespace}/${body.name}`,
        name: body.name,
        body,
      });
};

interface DeploymentBody {
  readonly component_name: string;
  readonly environment_name: string;
  readonly version: string;
  readonly namespace?: string;
  readonly job_number?: number;
}

export const deploymentMembers = {
  component_name: requiredMember(nameMember),
  environment_name: requiredMember(nameMember),
  version: requiredMember(nameMember),
  namespace: optionalMember(nameMember),
  job_number: optionalMember(jobNumberMember),
};
const parseDeployment = (ctx: RequestContext): DeploymentBody => parseCiBody(ctx, deploymentMembers) as unknown as DeploymentBody;

/** Called by a job after a deployment. An addition of this service: the specification only reads deployments. */
export const routes = [
  route('POST /projects/{project_id}/deployments', async (ctx) => {
    const project = await requireProjectById(ctx, 'start-builds');
    const { component_name: componentName, environment_name: environmentName, version, namespace = '', job_number } = parseDeployment(ctx);
    const now = ctx.clock.now().toISOString();
    const component = await findOrCreateComponent(ctx, project, componentName, now);
    const environment = await findOrCreateEnvironment(ctx, project, environmentName, now);
    const { body } = await makeVersionLive(ctx, component, {
      name: version,
      environment: environment.id,
      namespace,
      isLive: true,
      ...(await findDeployingJob(ctx, project, job_number)),
      lastDeployedAt: now,
    });
    await ctx.tx.update<DeployComponent>(component, { body: { ...component.body, updatedAt: now } });
    return ciCreated({
      component_id: component.id,
      environment_id: environment.id,
      name: body.name,
      namespace: body.namespace,
      is_live: body.isLive,
      last_deployed_at: body.lastDeployedAt,
    });
  }),
];
