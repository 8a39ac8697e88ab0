import { each, type Situation, type World } from './situation.ts';

const projectOf = (world: World, tag: string) => world.create('ci_project', { name: tag });
const contextOf = async (world: World, tag: string) => ({ context_id: (await world.create('ci_context', { name: tag }))['id'] });
/** The organization that the provider block names. */
const organizationOf = async (world: World, tag: string) => ({ organization_id: (await projectOf(world, tag))['organization_id'] });
/** Namespaces are those of organizations. */
const resourceClass = (tag: string) => `acme/${tag}`;
const daysAgo = (days: number): string => `${new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)}T00:00:00Z`;

/** CI resources in which nothing that may be left out changes in place, so that no configuration before leaves anything behind. */
export const fixedCiSituations: readonly Situation[] = [
  { type: 'ci_project', base: async (_, tag) => ({ name: tag }), choices: each('organization', 'gh/acme') },
  { type: 'ci_context', base: async (_, tag) => ({ name: tag }), choices: each('owner_type', 'organization', 'account') },
  {
    type: 'ci_context_variable',
    base: async (world, tag) => ({ ...(await contextOf(world, tag)), name: 'REGION', value: 'eu' }),
    choices: each('on_conflict', 'error', 'adopt', 'overwrite'),
  },
  {
    type: 'ci_project_variable',
    base: async (world, tag) => ({ project_slug: (await projectOf(world, tag))['slug'], name: 'LEVEL', value: 'level-1' }),
    choices: each('on_conflict', 'error', 'adopt', 'overwrite'),
  },
  {
    type: 'ci_project_settings',
    base: async (world, tag) => ({ project_slug: (await projectOf(world, tag))['slug'] }),
    choices: {
      ...each('autocancel_builds', true),
      ...each('set_vcs_status', false),
      ...each('pr_only_branch_overrides', ['main']),
    },
  },
  {
    type: 'ci_checkout_key',
    base: async (world, tag) => ({ project_slug: (await projectOf(world, tag))['slug'], type: 'deploy-key' }),
    choices: each('type', 'user-key', 'deploy-key'),
  },
  {
    type: 'ci_policy_settings',
    base: async (world, tag) => ({ ...(await organizationOf(world, tag)), enabled: true }),
    choices: each('enabled', false),
  },
  {
    type: 'ci_policy_bundle',
    base: async (world, tag) => ({
      ...(await organizationOf(world, tag)),
      policies: { images: 'package org\n\npolicy_name["images"]\n' },
    }),
    choices: each('context', 'config'),
  },
  {
    type: 'ci_runner_resource_class',
    base: async (_, tag) => ({ resource_class: resourceClass(tag) }),
    choices: each('description', 'racks'),
  },
  {
    type: 'ci_runner_token',
    base: async (world, tag) => ({
      resource_class: (await world.create('ci_runner_resource_class', { resource_class: resourceClass(tag) }))['resource_class'],
      nickname: 'rack 1',
    }),
    choices: each('nickname', 'rack 2'),
  },
  {
    type: 'ci_organization',
    base: async (_, tag) => ({ name: tag }),
    choices: each('vcs_type', 'github', 'bitbucket', 'native', 'circleci'),
  },
  {
    type: 'ci_usage_export',
    base: async (world, tag) => ({ ...(await organizationOf(world, tag)), start: daysAgo(60), end: daysAgo(40) }),
    choices: each('end', daysAgo(50)),
  },
];
