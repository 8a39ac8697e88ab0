import { notFound } from '../../problem.ts';
import { type RequestContext, route } from '../../route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { belongs, organizationWithId } from '../organizations/here.ts';
import { paged } from '../page.ts';
import { asked, got, idAsked, idIn, idNeeded, invalid } from '../read.ts';
import { ok } from '../replies.ts';
import type { CiOrganization, Component, Environment, Version } from '../stored.ts';

/** An id that nothing stands for yet. */
const nothing = '00000000-0000-0000-0000-000000000000';

const times = ({ createdAt, updatedAt }: { readonly createdAt: string; readonly updatedAt: string }) => ({ created_at: createdAt, updated_at: updatedAt });
const renderEnvironment = ({ id, body }: StoredRecord<Environment>) => ({ id, name: body.name, description: body.description, labels: body.labels, ...times(body) });
const renderComponent = async (asking: RequestContext, { id, body }: StoredRecord<Component>) => ({
  id, name: body.name, project_id: body.project, labels: body.labels, release_count: await asking.tx.count({ kind: 'ci-versions', scope: id }), ...times(body),
});
const renderVersion = ({ body }: StoredRecord<Version>) => ({
  name: body.name, environment_id: body.environment, namespace: body.namespace, is_live: body.isLive, pipeline_id: body.pipeline ?? nothing, workflow_id: body.workflow ?? nothing,
  job_id: body.job ?? nothing, job_number: body.jobNumber ?? 0, last_deployed_at: body.lastDeployedAt,
});

/** `page-size`, which must be sent, though not to the hosted service: 1 to 100, larger is 100. */
const sizeNeeded = (asking: RequestContext): number => {
  const text = asked(asking, 'page-size');
  if (text === undefined && asking.dialect === 'hosted') return asking.settings.ciPageSize;
  if (text === undefined || !/^\d{1,9}$/.test(text) || Number(text) < 1)
    throw invalid({ detail: text === undefined ? 'is required: expected a whole number from 1 on' : `expected a whole number from 1 on, ${got(text)}`, parameter: 'page-size' });
  return Math.min(Number(text), 100);
};

const ofCaller = async <B>(asking: RequestContext, kind: string, parameter: string, what: string): Promise<StoredRecord<B>> => {
  const id = idIn(asking, parameter);
  const record = await asking.tx.get<B>(kind, id);
  if (!record || !belongs(asking, await asking.tx.get<CiOrganization>('ci-organizations', record.scope))) throw notFound(`the ${what} ${id}`);
  return record;
};

/** What was deployed where; written by a seed and by runs, read here. */
export const routes = [
  route('GET /deploy/environments', async (asking) => {
    const [organization, size] = [idNeeded(asking, 'org-id'), sizeNeeded(asking)];
    const { id } = await organizationWithId(asking, organization);
    return paged<Environment>(asking, { kind: 'ci-environments', scope: id }, (records) => records.map(renderEnvironment), { size });
  }),
  route('GET /deploy/environments/{environment_id}', async (asking) => ok(renderEnvironment(await ofCaller<Environment>(asking, 'ci-environments', 'environment_id', 'environment')))),
  route('GET /deploy/components', async (asking) => {
    const [organization, size, project, part] = [idNeeded(asking, 'org-id'), sizeNeeded(asking), idAsked(asking, 'project-id'), asked(asking, 'component-name')];
    const { id } = await organizationWithId(asking, organization);
    const filter = { kind: 'ci-components', scope: id, ...(project === undefined ? {} : { body: [{ path: 'project', is: project }] }), ...(part === undefined ? {} : { nameContains: part }) };
    return paged<Component>(asking, filter, (records) => Promise.all(records.map((one) => renderComponent(asking, one))), { size });
  }),
  route('GET /deploy/components/{component_id}', async (asking) => ok(await renderComponent(asking, await ofCaller<Component>(asking, 'ci-components', 'component_id', 'component')))),
  route('GET /deploy/components/{component_id}/versions', async (asking) => {
    const { id } = await ofCaller<Component>(asking, 'ci-components', 'component_id', 'component');
    const environment = idAsked(asking, 'environment-id');
    return paged<Version>(asking, { kind: 'ci-versions', scope: id, ...(environment === undefined ? {} : { body: [{ path: 'environment', is: environment }] }) }, (records) => records.map(renderVersion));
  }),
];
