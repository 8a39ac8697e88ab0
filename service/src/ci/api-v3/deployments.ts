import { enumValue, objectValue, stringValue, timeValue, uuidValue } from '../../http/body-schemas.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { ComponentVersion, DeployComponent, DeployEnvironment } from '../deployments/deployment-records.ts';
import { requireOfCaller } from '../deployments/deployments.ts';
import { requireOrganizationById } from '../organizations/require-organization.ts';
import { requireProjectById } from '../projects/require-project.ts';
import { answerEntities, answerEntity, apiV3Path, type Entity } from './envelope.ts';
import { readEntityPage } from './entity-page.ts';
import { requiredUuidFilter, uuidFilter, withPathParameter } from './parameters.ts';
import { referenceValue } from './render-run.ts';
import { entitiesBody, entityBody, pageCursorParameter, pageLimitParameter, uuidFilterParameter } from './schemas.ts';

/** Objects on a page, at most. */
const most = 100;
const path = `${apiV3Path}/deploy`;
const pageParameters = { 'page[limit]': pageLimitParameter(most), 'page[cursor]': pageCursorParameter };
const organizationParameter = { 'filter[org_id]': uuidFilterParameter('The organization.') };
const projectParameter = { 'filter[project_id]': uuidFilterParameter('Only those of this project.') };

const renderEnvironment = ({ id, scope, body }: StoredRecord<DeployEnvironment>): Entity => ({
  id,
  type: 'deploy_environment',
  attributes: { name: body.name, description: body.description, created_at: body.createdAt },
  references: { organization: { id: scope } },
});
const renderComponent = ({ id, body }: StoredRecord<DeployComponent>): Entity => ({
  id,
  type: 'deploy_component',
  attributes: { name: body.name, type: 'service', created_at: body.createdAt },
  references: { project: { id: body.project } },
});
const renderVersion = ({ id, scope, body }: StoredRecord<ComponentVersion>): Entity => ({
  id,
  type: 'deploy_component_version',
  attributes: { name: body.name, created_at: body.lastDeployedAt },
  references: { component: { id: scope }, environment: { id: body.environment } },
});
/** A version is recorded when it has been deployed: the last deployment of each one is known. */
const renderDeployment = ({ id, scope, body }: StoredRecord<ComponentVersion>, component: StoredRecord<DeployComponent>): Entity => ({
  id,
  type: 'deployment',
  attributes: {
    type: 'deployment',
    status: 'succeeded',
    target_version: { name: body.name },
    created_at: body.lastDeployedAt,
    ended_at: body.lastDeployedAt,
  },
  references: {
    project: { id: component.body.project },
    deploy_component: { id: scope, attributes: { name: component.body.name } },
    deploy_environment: { id: body.environment },
    pipeline: { id: body.pipeline },
    workflow: { id: body.workflow },
  },
});

const environmentSchema = objectValue({
  id: uuidValue,
  type: enumValue('deploy_environment'),
  attributes: objectValue({ name: stringValue, description: stringValue, created_at: timeValue }),
  references: objectValue({ organization: referenceValue }),
});
const componentSchema = objectValue({
  id: uuidValue,
  type: enumValue('deploy_component'),
  attributes: objectValue({ name: stringValue, type: stringValue, created_at: timeValue }),
  references: objectValue({ project: referenceValue }),
});
const versionSchema = objectValue({
  id: uuidValue,
  type: enumValue('deploy_component_version'),
  attributes: objectValue({ name: stringValue, created_at: timeValue }),
  references: objectValue({ component: referenceValue, environment: referenceValue }),
});
const deploymentSchema = objectValue({
  id: uuidValue,
  type: enumValue('deployment'),
  attributes: objectValue({
    type: enumValue('deployment'),
    status: enumValue('succeeded'),
    target_version: objectValue({ name: stringValue }),
    created_at: timeValue,
    ended_at: timeValue,
  }),
  references: objectValue({
    project: referenceValue,
    deploy_component: objectValue({ id: uuidValue, attributes: objectValue({ name: stringValue }) }),
    deploy_environment: referenceValue,
    pipeline: referenceValue,
    workflow: referenceValue,
  }),
});

const componentFilter = async (ctx: RequestContext) => {
  const { id } = await requireOrganizationById(ctx, requiredUuidFilter(ctx, 'org_id'));
  const project = uuidFilter(ctx, 'project_id');
  return { kind: 'ci-components', scope: id, ...(project === undefined ? {} : { body: [{ path: 'project', is: project }] }) };
};
const requireComponent = (ctx: RequestContext) => requireOfCaller<DeployComponent>(ctx, 'ci-components', 'component_id', 'component');

const listDeployments = async (ctx: RequestContext) => {
  const filter = await componentFilter(ctx);
  const components = new Map((await ctx.tx.list<DeployComponent>(filter)).records.map((one) => [one.id, one]));
  if (components.size === 0) return answerEntities([]);
  const page = await readEntityPage<ComponentVersion>(
    ctx,
    { kind: 'ci-versions', scope: [...components.keys()] },
    { list: `deployments ${JSON.stringify(filter)}`, most, newestFirst: true },
  );
  return answerEntities(
    page.records.map((one) => renderDeployment(one, components.get(one.scope)!)),
    page.next,
  );
};

const listVersions = async (ctx: RequestContext) => {
  const { id } = await requireComponent(ctx);
  const environment = uuidFilter(ctx, 'environment_id');
  const filter = {
    kind: 'ci-versions',
    scope: id,
    ...(environment === undefined ? {} : { body: [{ path: 'environment', is: environment }] }),
  };
  const page = await readEntityPage<ComponentVersion>(ctx, filter, { list: JSON.stringify(filter), most, newestFirst: true });
  return answerEntities(page.records.map(renderVersion), page.next);
};

/** Environments, components and versions of API v2, in the documents of API v3. */
export const routes = [
  route(`GET ${path}/deployments`, listDeployments, {
    atRoot: true,
    description: {
      summary: 'Lists the deployed versions of an organization. The versions deployed first are last.',
      query: { ...organizationParameter, ...projectParameter, ...pageParameters },
      responses: { 200: entitiesBody(deploymentSchema) },
    },
  }),
  route(
    `GET ${path}/environments`,
    async (ctx) => {
      const { id } = await requireOrganizationById(ctx, requiredUuidFilter(ctx, 'org_id'));
      const page = await readEntityPage<DeployEnvironment>(
        ctx,
        { kind: 'ci-environments', scope: id },
        { list: `environments of ${id}`, most },
      );
      return answerEntities(page.records.map(renderEnvironment), page.next);
    },
    {
      atRoot: true,
      description: {
        summary: 'Lists the environments of an organization.',
        query: { ...organizationParameter, ...pageParameters },
        responses: { 200: entitiesBody(environmentSchema) },
      },
    },
  ),
  route(
    `GET ${path}/environments/{environment_id}`,
    async (ctx) =>
      answerEntity(renderEnvironment(await requireOfCaller<DeployEnvironment>(ctx, 'ci-environments', 'environment_id', 'environment'))),
    { atRoot: true, description: { summary: 'Shows an environment.', responses: { 200: entityBody(environmentSchema) } } },
  ),
  route(
    `GET ${path}/components`,
    async (ctx) => {
      const filter = await componentFilter(ctx);
      const page = await readEntityPage<DeployComponent>(ctx, filter, { list: JSON.stringify(filter), most });
      return answerEntities(page.records.map(renderComponent), page.next);
    },
    {
      atRoot: true,
      description: {
        summary: 'Lists the components of an organization.',
        query: { ...organizationParameter, ...projectParameter, ...pageParameters },
        responses: { 200: entitiesBody(componentSchema) },
      },
    },
  ),
  route(`GET ${path}/components/{component_id}`, async (ctx) => answerEntity(renderComponent(await requireComponent(ctx))), {
    atRoot: true,
    description: { summary: 'Shows a component.', responses: { 200: entityBody(componentSchema) } },
  }),
  route(`GET ${path}/components/{component_id}/versions`, listVersions, {
    atRoot: true,
    description: {
      summary: 'Lists the deployed versions of a component.',
      query: { 'filter[environment_id]': uuidFilterParameter('Only those in this environment.'), ...pageParameters },
      responses: { 200: entitiesBody(versionSchema) },
    },
  }),
  /** Projects have no settings of deployments here: the list is empty. */
  route(
    `GET ${path}/settings`,
    async (ctx) => {
      await requireProjectById(withPathParameter(ctx, 'project_id', requiredUuidFilter(ctx, 'project_id')));
      return answerEntities([]);
    },
    {
      atRoot: true,
      description: {
        summary: 'Lists the settings of deployments of a project: none.',
        query: { 'filter[project_id]': uuidFilterParameter('The project.') },
        responses: { 200: entitiesBody(objectValue({ id: uuidValue })) },
      },
    },
  ),
];
