import { notFound } from '../../problem.ts';
import { type RequestContext, route } from '../../route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { Job, Workflow } from '../pipelines/stored.ts';
import { type Here, projectWithId } from '../projects/here.ts';
import { bodyOf, may, must } from '../read.ts';
import { made } from '../replies.ts';
import type { Component, Environment, Version } from '../stored.ts';
import { aName } from '../texts.ts';
import { componentNamed, environmentNamed, versionsAt } from './place.ts';

type Does = Pick<Version, 'pipeline' | 'workflow' | 'job' | 'jobNumber'>;
const aNumber = { description: 'a job\'s number', accepts: (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0 };

const componentOf = async ({ tx, newId }: RequestContext<Transaction>, { project, organization }: Here, name: string, now: string): Promise<StoredRecord<Component>> =>
  await componentNamed(tx, organization.id, project.id, name) ?? tx.insert<Component>({
    id: newId('uuid'), kind: 'ci-components', scope: organization.id, key: `${project.id}/${name}`, name, body: { name, project: project.id, labels: [], createdAt: now, updatedAt: now },
  });
const environmentOf = async ({ tx, newId }: RequestContext<Transaction>, { organization }: Here, name: string, now: string): Promise<StoredRecord<Environment>> =>
  await environmentNamed(tx, organization.id, name) ?? tx.insert<Environment>({
    id: newId('uuid'), kind: 'ci-environments', scope: organization.id, key: name, name, body: { name, description: '', labels: [], createdAt: now, updatedAt: now },
  });

/** The job that deploys, with the workflow and pipeline it is in. */
const deployedBy = async ({ tx }: RequestContext, { project }: Here, number: number | undefined): Promise<Does> => {
  if (number === undefined) return { pipeline: null, workflow: null, job: null, jobNumber: null };
  const job = await tx.getByKey<Job>('ci-jobs', project.id, String(number));
  if (!job) throw notFound(`the job ${number}`);
  const workflow = await tx.get<Workflow>('ci-workflows', job.body.workflow);
  return { pipeline: workflow?.scope ?? job.body.pipeline, workflow: job.body.workflow, job: job.id, jobNumber: number };
};

/** This version is what runs there from now on, and no other is. */
const becomesLive = async ({ tx, newId }: RequestContext<Transaction>, component: StoredRecord<Component>, body: Version): Promise<StoredRecord<Version>> => {
  let there: StoredRecord<Version> | undefined;
  for (const one of await versionsAt(tx, component.id, body.environment, body.namespace)) {
    if (one.body.name === body.name) there = one;
    else if (one.body.isLive) await tx.update<Version>(one, { body: { ...one.body, isLive: false } });
  }
  return there ? tx.update<Version>(there, { body })
    : tx.insert<Version>({ id: newId('uuid'), kind: 'ci-versions', scope: component.id, key: `${body.environment}/${body.namespace}/${body.name}`, name: body.name, body });
};

/** What a job calls when it has deployed something; ours, as the specification only reads deployments. */
export const routes = [
  route('POST /projects/{project_id}/deployments', async (asking) => {
    const here = await projectWithId(asking);
    const { component_name: name, environment_name: where, version, namespace = '', job_number: number } = bodyOf(asking, {
      component_name: must(aName), environment_name: must(aName), version: must(aName), namespace: may(aName), job_number: may(aNumber),
    }) as { readonly component_name: string; readonly environment_name: string; readonly version: string; readonly namespace?: string; readonly job_number?: number };
    const now = asking.clock.now().toISOString();
    const [component, environment] = [await componentOf(asking, here, name, now), await environmentOf(asking, here, where, now)];
    const { body } = await becomesLive(asking, component, { name: version, environment: environment.id, namespace, isLive: true, ...await deployedBy(asking, here, number), lastDeployedAt: now });
    await asking.tx.update<Component>(component, { body: { ...component.body, updatedAt: now } });
    return made({ component_id: component.id, environment_id: environment.id, name: body.name, namespace: body.namespace, is_live: body.isLive, last_deployed_at: body.lastDeployedAt });
  }),
];
