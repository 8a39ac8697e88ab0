import type { Values } from '../../../declarations/src/declare/index.ts';
import type { World } from './situation.ts';
import type { Siblings } from './sibling-situations.ts';

const projectOf = async (world: World, tag: string): Promise<{ readonly slug: string; readonly id: string }> => {
  const { slug, id } = await world.create('ci_project', { name: tag });
  return { slug: String(slug), id: String(id) };
};
const definition = (project_id: string, name: string): Values => ({
  project_id,
  name,
  config_source_provider: 'codehost_app',
  config_source_repo_external_id: '1',
  config_source_file_path: '.ci/config.yml',
  checkout_source_provider: 'codehost_app',
  checkout_source_repo_external_id: '1',
});
const contextOf = async (world: World, tag: string): Promise<string> => String((await world.create('ci_context', { name: tag }))['id']);

/** Every type of the CI service that has a list of the objects of its parent. */
export const ciSiblings: readonly Siblings[] = [
  { type: 'ci_context', parent: async (_, tag) => (n) => ({ name: `${tag}-${n}` }) },
  {
    type: 'ci_context_variable',
    parent: async (world, tag) => {
      const context_id = await contextOf(world, tag);
      return (n) => ({ context_id, name: `NAME_${n}`, value: 'value' });
    },
  },
  {
    type: 'ci_context_restriction',
    parent: async (world, tag) => {
      const context_id = await contextOf(world, tag);
      return async (n) => ({
        context_id,
        restriction_type: 'project',
        restriction_value: (await projectOf(world, `${tag}-${n}`)).id,
      });
    },
  },
  {
    type: 'ci_project_variable',
    parent: async (world, tag) => {
      const { slug } = await projectOf(world, tag);
      return (n) => ({ project_slug: slug, name: `NAME_${n}`, value: 'value' });
    },
  },
  {
    type: 'ci_checkout_key',
    parent: async (world, tag) => {
      const { slug } = await projectOf(world, tag);
      return () => ({ project_slug: slug, type: 'deploy-key' });
    },
  },
  {
    type: 'ci_schedule',
    parent: async (world, tag) => {
      const { slug } = await projectOf(world, tag);
      return (n) => ({
        project_slug: slug,
        name: `nightly ${n}`,
        timetable: { per_hour: 1, hours_of_day: [2], days_of_week: ['MON'] },
        parameters: { branch: 'main' },
        attribution_actor: 'system',
      });
    },
  },
  {
    type: 'ci_webhook',
    parent: async (world, tag) => {
      const { id } = await projectOf(world, tag);
      return (n) => ({
        scope_id: id,
        name: `chat ${n}`,
        url: 'https://chat.example.com/ci',
        events: ['job-completed'],
        signing_secret_wo: 's3cret-web',
      });
    },
  },
  {
    type: 'ci_pipeline_definition',
    parent: async (world, tag) => {
      const { id } = await projectOf(world, tag);
      return (n) => definition(id, `build ${n}`);
    },
  },
  {
    type: 'ci_trigger',
    parent: async (world, tag) => {
      const { id: project_id } = await projectOf(world, tag);
      const pipeline_definition_id = (await world.create('ci_pipeline_definition', definition(project_id, tag)))['id'];
      return (n) => ({
        project_id,
        pipeline_definition_id,
        event_source_provider: 'codehost_app',
        event_source_repo_external_id: '1',
        event_name: `push ${n}`,
        event_preset: 'all-pushes',
      });
    },
  },
  { type: 'ci_runner_resource_class', parent: async (_, tag) => (n) => ({ resource_class: `acme/${tag}-${n}`, description: 'racks' }) },
  {
    type: 'ci_runner_token',
    parent: async (world, tag) => {
      const { resource_class } = await world.create('ci_runner_resource_class', { resource_class: `acme/${tag}`, description: 'racks' });
      return (n) => ({ resource_class, nickname: `rack ${n}` });
    },
  },
];
