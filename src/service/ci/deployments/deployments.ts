import { notFound } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { isOrganizationMember, requireOrganizationById } from '../organizations/require-organization.ts';
import { renderCiRecords } from '../pages/record-page.ts';
import {
  queryParameter,
  describeValue,
  uuidParameter,
  uuidPathParameter,
  requiredUuidParameter,
  invalidRequest,
} from '../requests/read-request.ts';
import { ciOk } from '../responses.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { DeployComponent, DeployEnvironment, ComponentVersion } from './deployment-records.ts';

/** An id that nothing stands for yet. */
const nilUuid = '00000000-0000-0000-0000-000000000000';

const renderTimes = ({ createdAt, updatedAt }: { readonly createdAt: string; readonly updatedAt: string }) => ({
  created_at: createdAt,
  updated_at: updatedAt,
});
const renderEnvironment = ({ id, body }: StoredRecord<DeployEnvironment>) => ({
  id,
  name: body.name,
  description: body.description,
  labels: body.labels,
  ...renderTimes(body),
});
const renderComponent = async (asking: RequestContext, { id, body }: StoredRecord<DeployComponent>) => ({
  id,
  name: body.name,
  project_id: body.project,
  labels: body.labels,
  release_count: await asking.tx.count({ kind: 'ci-versions', scope: id }),
  ...renderTimes(body),
});
const renderVersion = ({ body }: StoredRecord<ComponentVersion>) => ({
  name: body.name,
  environment_id: body.environment,
  namespace: body.namespace,
  is_live: body.isLive,
  pipeline_id: body.pipeline ?? nilUuid,
  workflow_id: body.workflow ?? nilUuid,
  job_id: body.job ?? nilUuid,
  job_number: body.jobNumber ?? 0,
  last_deployed_at: body.lastDeployedAt,
});

/** `page-size`, which must be sent, though not to the hosted service: 1 to 100, larger is 100. */
const pageSizeParameter = (asking: RequestContext): number => {
  const text = queryParameter(asking, 'page-size');
  if (text === undefined && asking.dialect === 'hosted') return asking.settings.ciPageSize;
  if (text === undefined || !/^\d{1,9}$/.test(text) || Number(text) < 1)
    throw invalidRequest({
      detail:
        text === undefined ? 'is required: expected a whole number from 1 on' : `expected a whole number from 1 on, ${describeValue(text)}`,
      parameter: 'page-size',
    });
  return Math.min(Number(text), 100);
};

const requireOfCaller = async <B>(asking: RequestContext, kind: string, parameter: string, what: string): Promise<StoredRecord<B>> => {
  const id = uuidPathParameter(asking, parameter);
  const record = await asking.tx.get<B>(kind, id);
  if (!record || !isOrganizationMember(asking, await asking.tx.get<CiOrganization>('ci-organizations', record.scope)))
    throw notFound(`the ${what} ${id}`);
  return record;
};

/** What was deployed where; written by a seed and by runs, read here. */
export const routes = [
  route('GET /deploy/environments', async (asking) => {
    const [organization, size] = [requiredUuidParameter(asking, 'org-id'), pageSizeParameter(asking)];
    const { id } = await requireOrganizationById(asking, organization);
    return renderCiRecords<DeployEnvironment>(asking, { kind: 'ci-environments', scope: id }, (records) => records.map(renderEnvironment), {
      size,
    });
  }),
  route('GET /deploy/environments/{environment_id}', async (asking) =>
    ciOk(renderEnvironment(await requireOfCaller<DeployEnvironment>(asking, 'ci-environments', 'environment_id', 'environment'))),
  ),
  route('GET /deploy/components', async (asking) => {
    const [organization, size, project, part] = [
      requiredUuidParameter(asking, 'org-id'),
      pageSizeParameter(asking),
      uuidParameter(asking, 'project-id'),
      queryParameter(asking, 'component-name'),
    ];
    const { id } = await requireOrganizationById(asking, organization);
    const filter = {
      kind: 'ci-components',
      scope: id,
      ...(project === undefined ? {} : { body: [{ path: 'project', is: project }] }),
      ...(part === undefined ? {} : { nameContains: part }),
    };
    return renderCiRecords<DeployComponent>(asking, filter, (records) => Promise.all(records.map((one) => renderComponent(asking, one))), {
      size,
    });
  }),
  route('GET /deploy/components/{component_id}', async (asking) =>
    ciOk(await renderComponent(asking, await requireOfCaller<DeployComponent>(asking, 'ci-components', 'component_id', 'component'))),
  ),
  route('GET /deploy/components/{component_id}/versions', async (asking) => {
    const { id } = await requireOfCaller<DeployComponent>(asking, 'ci-components', 'component_id', 'component');
    const environment = uuidParameter(asking, 'environment-id');
    return renderCiRecords<ComponentVersion>(
      asking,
      { kind: 'ci-versions', scope: id, ...(environment === undefined ? {} : { body: [{ path: 'environment', is: environment }] }) },
      (records) => records.map(renderVersion),
    );
  }),
];
