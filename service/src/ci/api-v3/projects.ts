import { arrayValue, booleanValue, enumValue, objectValue, partialObject, stringValue, uuidValue } from '../../http/body-schemas.ts';
import { textParameter } from '../../http/operation-description.ts';
import { type RequestContext, route } from '../../http/route.ts';
import { Problem } from '../../http/problem.ts';
import type { ProjectSettings } from '../projects/project-records.ts';
import { effectiveSettings, routes as projectSettings, updateSettings } from '../projects/project-settings.ts';
import { type ResolvedProject, renderProjectSlug, requireCiProject, requireProjectById } from '../projects/require-project.ts';
import { callRoute } from '../requests/call-route.ts';
import { booleanMember, invalidRequest, optionalMember, parseCiBody } from '../requests/read-request.ts';
import { answerEntities, answerEntity, apiV3Path } from './envelope.ts';
import { falseMember, filterParameter } from './parameters.ts';
import { referenceValue } from './render-run.ts';
import { entitiesBody, entityBody } from './schemas.ts';

const render = (ctx: RequestContext, resolved: ResolvedProject) => {
  const { project, organization } = resolved;
  const names = { name: project.body.name, slug: renderProjectSlug(resolved, ctx.dialect), org_id: organization.id };
  return { id: project.id, type: 'project', attributes: names, references: { org: { id: organization.id } }, ...names };
};

/** The project that a slug names; undefined if the caller cannot see it. */
const findBySlug = async (ctx: RequestContext, slug: string): Promise<ResolvedProject | undefined> => {
  const [provider, organization, project, ...more] = slug.split('/');
  if (!provider || !organization || !project || more.length > 0) return undefined;
  try {
    return await requireCiProject({ ...ctx, params: { provider, organization, project } });
  } catch (error) {
    if (error instanceof Problem && (error.status === 400 || error.status === 404)) return undefined;
    throw error;
  }
};

/**
 * The settings of API v3 and the names of the API v2 settings that hold them. Settings that this service does not have are always false.
 */
const settingNames: readonly (readonly [name: string, setting: keyof ProjectSettings])[] = [
  ['enable_auto_cancel_redundant_workflows', 'autocancel_builds'],
  ['enable_building_fork_prs', 'build_fork_prs'],
  ['is_build_prs_only', 'build_prs_only'],
  ['can_pass_secrets_to_fork_pr_jobs', 'forks_receive_secret_env_vars'],
  ['can_set_github_status', 'set_vcs_status'],
  ['is_ssh_disabled', 'disable_ssh'],
  ['enable_dynamic_config', 'setup_workflows'],
  ['is_admin_required_for_writing_settings', 'write_settings_requires_admin'],
  ['is_oss', 'oss'],
  ['pr_only_branch_overrides', 'pr_only_branch_overrides'],
];
const fixedSettings = { enable_ai_error_summarization: false, is_running_disabled: false, enable_unversioned_config: false };

const renderSettings = ({ project }: ResolvedProject) => {
  const settings = effectiveSettings(project.body);
  const told = Object.fromEntries(settingNames.map(([name, setting]) => [name, settings[setting]]));
  return { id: project.id, type: 'project_settings', attributes: { ...fixedSettings, ...told } };
};

const anyMember = { description: 'a value', accepts: () => true };

const parseSettings = (ctx: RequestContext): { readonly [setting: string]: unknown } => {
  const sent = parseCiBody(ctx, {
    ...Object.fromEntries(
      settingNames.map(([name, setting]) => [name, optionalMember(setting.startsWith('pr_') ? anyMember : booleanMember)]),
    ),
    ...Object.fromEntries(Object.keys(fixedSettings).map((name) => [name, optionalMember(falseMember)])),
  });
  return Object.fromEntries(settingNames.flatMap(([name, setting]) => (sent[name] === undefined ? [] : [[setting, sent[name]] as const])));
};

const requireSettable = ({ project }: ResolvedProject, oss: boolean): boolean => {
  if (oss && !project.body.openSource)
    throw invalidRequest({ detail: 'can only be set for projects with an open-source repository', pointer: '/is_oss' });
  return oss;
};

const slugParameters = (ctx: RequestContext, resolved: ResolvedProject) => {
  const [provider, organization, project] = renderProjectSlug(resolved, ctx.dialect).split('/') as [string, string, string];
  return { provider, organization, project };
};

const names = { name: stringValue, slug: stringValue, org_id: uuidValue };
const projectSchema = objectValue({
  id: uuidValue,
  type: enumValue('project'),
  attributes: objectValue(names),
  references: objectValue({ org: referenceValue }),
  ...names,
});
const settingMembers = Object.fromEntries([
  ...settingNames.map(([name, setting]) => [name, setting.startsWith('pr_') ? arrayValue(stringValue) : booleanValue] as const),
  ...Object.keys(fixedSettings).map((name) => [name, booleanValue] as const),
]);
const settingsBody = entityBody(
  objectValue({ id: uuidValue, type: enumValue('project_settings'), attributes: objectValue(settingMembers) }),
);

export const routes = [
  /** The one project of this slug, or none. */
  route(
    `GET ${apiV3Path}/projects`,
    async (ctx) => {
      const slug = filterParameter(ctx, 'slug');
      if (slug === undefined)
        throw invalidRequest({ detail: 'is required: expected a slug such as gh/acme/web', parameter: 'filter[slug]' });
      const found = await findBySlug(ctx, slug);
      return answerEntities(found ? [render(ctx, found)] : []);
    },
    {
      atRoot: true,
      description: {
        summary: 'Finds a project by its slug.',
        query: { 'filter[slug]': textParameter('The slug, such as `gh/acme/web`.') },
        responses: { 200: entitiesBody(projectSchema) },
      },
    },
  ),
  route(`GET ${apiV3Path}/projects/{project_id}`, async (ctx) => answerEntity(render(ctx, await requireProjectById(ctx))), {
    atRoot: true,
    description: { summary: 'Shows a project.', responses: { 200: entityBody(projectSchema) } },
  }),
  route(`GET ${apiV3Path}/projects/{project_id}/settings`, async (ctx) => answerEntity(renderSettings(await requireProjectById(ctx))), {
    atRoot: true,
    description: { summary: 'Shows the settings of a project.', responses: { 200: settingsBody } },
  }),
  /** There is no such cache here, so that nothing is left to do. */
  route(
    `DELETE ${apiV3Path}/projects/{project_id}/dlc`,
    async (ctx) => {
      await requireProjectById(ctx, 'manage-project');
      return { status: 204 };
    },
    {
      atRoot: true,
      description: { summary: 'Empties the cache of Docker layers of a project: always empty here.', responses: { 204: null } },
    },
  ),
  route(
    `POST ${apiV3Path}/projects/{project_id}/update-settings`,
    async (ctx) => {
      const resolved = await requireProjectById(ctx);
      const { oss, ...settings } = parseSettings(ctx);
      // API v2 of the hosted dialect refuses this setting.
      if (oss !== undefined) await updateSettings(ctx, resolved, () => ({ oss: requireSettable(resolved, oss as boolean) }));
      if (oss === undefined || Object.keys(settings).length > 0)
        await callRoute(ctx, projectSettings, 'PATCH /project/{provider}/{organization}/{project}/settings', {
          params: slugParameters(ctx, resolved),
          body: { advanced: settings },
        });
      return answerEntity(renderSettings(await requireProjectById(ctx)));
    },
    {
      atRoot: true,
      description: {
        summary: 'Changes settings of a project. Those that are not sent keep their value.',
        request: partialObject(settingMembers),
        responses: { 200: settingsBody },
        example: { is_build_prs_only: true },
      },
    },
  ),
];
