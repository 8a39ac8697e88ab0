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

/** The ID in place of an unknown pipeline, workflow or job. */
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
const renderComponents = async (ctx: RequestContext, records: readonly StoredRecord<DeployComponent>[]) => {
  const counts = await ctx.tx.countByScope(
    'ci-versions',
    records.map(({ id }) => id),
  );
  return records.map(({ id, body }) => ({
    id,
    name: body.name,
    project_id: body.project,
    labels: body.labels,
    release_count: counts.get(id) ?? 0,
    ...renderTimes(body),
  }));
};
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

/** `page-size`, 1 to 100, larger values count as 100; required except in the hosted dialect. */
const pageSizeParameter = (ctx: RequestContext): number => {
  const text = queryParameter(ctx, 'page-size');
  if (text === undefined && ctx.dialect === 'hosted') return ctx.settings.ciPageSize;
  if (text === undefined || !/^\d{1,9}$/.test(text) || Number(text) < 1)
    throw invalidRequest({
      detail:
        text === undefined ? 'is required: expected a whole number from 1 on' : `expected a whole number from 1 on, ${describeValue(text)}`,
      parameter: 'page-size',
    });
  return Math.min(Number(text), 100);
};

/** An object of an organization of the caller, by the id in the path. */
export const requireOfCaller = async <B>(ctx: RequestContext, kind: string, parameter: string, what: string): Promise<StoredRecord<B>> => {
  const id = uuidPathParameter(ctx, parameter);
  const record = await ctx.tx.get<B>(kind, id);
  if (!record || !isOrganizationMember(ctx, await ctx.tx.get<CiOrganization>('ci-organizations', record.scope)))
    throw notFound(`the ${what} ${id}`);
  return record;
};

/** Environments, components and versions. A seed and `POST /projects/{project_id}/deployments` write them. */
export const routes = [
  route('GET /deploy/environments', async (ctx) => {
    const [organization, size] = [requiredUuidParameter(ctx, 'org-id'), pageSizeParameter(ctx)];
    const { id } = await requireOrganizationById(ctx, organization);
    return renderCiRecords<DeployEnvironment>(ctx, { kind: 'ci-environments', scope: id }, (records) => records.map(renderEnvironment), {
      size,
    });
  }),
  route('GET /deploy/environments/{environment_id}', async (ctx) =>
    ciOk(renderEnvironment(await requireOfCaller<DeployEnvironment>(ctx, 'ci-environments', 'environment_id', 'environment'))),
  ),
  route('GET /deploy/components', async (ctx) => {
    const [organization, size, project, part] = [
      requiredUuidParameter(ctx, 'org-id'),
      pageSizeParameter(ctx),
      uuidParameter(ctx, 'project-id'),
      queryParameter(ctx, 'component-name'),
    ];
    const { id } = await requireOrganizationById(ctx, organization);
    const filter = {
      kind: 'ci-components',
      scope: id,
      ...(project === undefined ? {} : { body: [{ path: 'project', is: project }] }),
      ...(part === undefined ? {} : { nameContains: part }),
    };
    return renderCiRecords<DeployComponent>(ctx, filter, (records) => renderComponents(ctx, records), { size });
  }),
  route('GET /deploy/components/{component_id}', async (ctx) =>
    ciOk((await renderComponents(ctx, [await requireOfCaller<DeployComponent>(ctx, 'ci-components', 'component_id', 'component')]))[0]),
  ),
  route('GET /deploy/components/{component_id}/versions', async (ctx) => {
    const { id } = await requireOfCaller<DeployComponent>(ctx, 'ci-components', 'component_id', 'component');
    const environment = uuidParameter(ctx, 'environment-id');
    return renderCiRecords<ComponentVersion>(
      ctx,
      { kind: 'ci-versions', scope: id, ...(environment === undefined ? {} : { body: [{ path: 'environment', is: environment }] }) },
      (records) => records.map(renderVersion),
    );
  }),
];
