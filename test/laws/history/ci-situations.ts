import type { Values } from '../../../declarations/src/declare/index.ts';
import { each, type Situation, type World } from './situation.ts';

const projectOf = async (world: World, tag: string): Promise<Values> => {
  const project = await world.create('ci_project', { name: tag });
  return { project_slug: project['slug'], project_id: project['id'] };
};

export const ciSituations: readonly Situation[] = [
  {
    type: 'ci_pipeline_definition',
    base: async (world, tag) => ({
      project_id: (await projectOf(world, tag))['project_id'],
      name: tag,
      config_source_provider: 'codehost_app',
      config_source_repo_external_id: '1',
      config_source_file_path: '.ci/config.yml',
      checkout_source_provider: 'codehost_app',
      checkout_source_repo_external_id: '1',
    }),
    choices: each('description', 'builds'),
  },
  {
    type: 'ci_schedule',
    base: async (world, tag) => ({
      project_slug: (await projectOf(world, tag))['project_slug'],
      name: tag,
      timetable: { per_hour: 1, hours_of_day: [2], days_of_week: ['MON'] },
      parameters: { branch: 'main' },
      attribution_actor: 'system',
    }),
    choices: {
      ...each('description', 'nightly'),
      ...each('timetable', { per_hour: 2, hours_of_day: [3], days_of_month: [1], months: ['JAN'] }),
      ...each('parameters', { tag: 'v1', level: '3' }),
    },
  },
  {
    type: 'ci_trigger',
    base: async (world, tag) => {
      const { project_id: project } = await projectOf(world, tag);
      const definition = await world.create('ci_pipeline_definition', {
        project_id: project,
        name: tag,
        config_source_provider: 'codehost_app',
        config_source_repo_external_id: '1',
        config_source_file_path: '.ci/config.yml',
        checkout_source_provider: 'codehost_app',
        checkout_source_repo_external_id: '1',
      });
      return {
        project_id: project,
        pipeline_definition_id: definition['id'],
        event_source_provider: 'codehost_app',
        event_source_repo_external_id: '1',
      };
    },
    choices: { ...each('event_preset', 'all-pushes', 'only-tags'), ...each('disabled', true) },
  },
  {
    type: 'ci_webhook',
    base: async (world, tag) => ({
      scope_id: (await projectOf(world, tag))['project_id'],
      name: tag,
      url: 'https://chat.example.com/ci',
      events: ['job-completed'],
      signing_secret_wo: 's3cret-web',
    }),
    choices: { ...each('verify_tls', false), ...each('events', ['job-completed', 'workflow-completed']) },
  },
  {
    type: 'ci_context_restriction',
    base: async (world, tag) => {
      const project = (await projectOf(world, tag))['project_id'];
      return { context_id: (await world.create('ci_context', { name: tag }))['id'], $project: project };
    },
    choices: {
      restriction: [
        { restriction_type: 'project', restriction_value: '$project' },
        { project_id: '$project' },
        { restriction_type: 'expression', restriction_value: 'pipeline.git.branch == "main"' },
      ],
    },
  },
];
