import type { Values } from '../../../declarations/src/declare/index.ts';
import type { World } from './situation.ts';

/** Children of one parent: makes the parent, and returns the configuration of the child of that number. */
export interface Siblings {
  readonly type: string;
  /** The most that one parent can have; 20 and more unless given. */
  readonly most?: number;
  parent(world: World, tag: string): Promise<(number: number) => Values | Promise<Values>>;
}

const idOf = async (world: World, type: string, config: Values): Promise<string> => (await world.create(type, config))['id'] as string;
const workspace = (world: World, tag: string) => idOf(world, 'workspace', { name: tag, global_remote_state: false });
const team = (world: World, name: string) => idOf(world, 'team', { name });
/** A child of the organization, which needs nothing but a name. */
const named = (type: string, more: Values = {}): Siblings => ({
  type,
  parent: async (_, tag) => (n) => ({ name: `${tag}-${n}`, ...more }),
});

const ofWorkspaces: readonly Siblings[] = [
  {
    type: 'workspace_variable',
    parent: async (world, tag) => {
      const workspace_id = await workspace(world, tag);
      return (n) => ({ workspace_id, category: 'env', key: `NAME_${n}`, value: 'v', sensitive: n % 2 === 0 });
    },
  },
  {
    type: 'notification_configuration',
    parent: async (world, tag) => {
      const workspace_id = await workspace(world, tag);
      return (n) => ({ workspace_id, name: `chat ${n}`, destination_type: 'generic', url: 'https://chat.example.com/hook' });
    },
  },
  {
    type: 'run_trigger',
    parent: async (world, tag) => {
      const workspace_id = await workspace(world, tag);
      return async (n) => ({ workspace_id, sourceable_id: await workspace(world, `${tag}-${n}`) });
    },
  },
  {
    type: 'team_workspace_access',
    parent: async (world, tag) => {
      const workspace_id = await workspace(world, tag);
      return async (n) => ({ workspace_id, team_id: await team(world, `${tag}-${n}`), access: 'read' });
    },
  },
  {
    type: 'remote_state_consumer',
    parent: async (world, tag) => {
      const workspace_id = await workspace(world, tag);
      return async (n) => ({ workspace_id, consumer_id: await workspace(world, `${tag}-${n}`) });
    },
  },
  {
    type: 'workspace_tag',
    parent: async (world, tag) => {
      const workspace_id = await workspace(world, tag);
      return (n) => ({ workspace_id, name: `flat-${n}` });
    },
  },
  {
    type: 'workspace_tag_binding',
    most: 10,
    parent: async (world, tag) => {
      const workspace_id = await workspace(world, tag);
      return (n) => ({ workspace_id, key: `key-${n}`, value: 'v' });
    },
  },
];

const ofOthers: readonly Siblings[] = [
  named('agent_pool'),
  named('project', { description: 'one' }),
  named('ssh_key', { value: '-----BEGIN OPENSSH PRIVATE KEY-----' }),
  named('team'),
  named('variable_set'),
  named('workspace', { description: 'one' }),
  named('registry_module', { module_provider: 'aws' }),
  named('oauth_client', {
    service_provider: 'github',
    http_url: 'https://github.com',
    api_url: 'https://api.github.com',
    oauth_token_string: 'token-1',
  }),
  { type: 'organization_membership', parent: async (_, tag) => (n) => ({ email: `${tag}-${n}@example.com` }) },
  {
    type: 'agent_token',
    parent: async (world, tag) => {
      const agent_pool_id = await idOf(world, 'agent_pool', { name: tag });
      return (n) => ({ agent_pool_id, description: `token ${n}`, expired_at: '2099-01-01T00:00:00Z' });
    },
  },
  {
    type: 'team_token',
    parent: async (world, tag) => {
      const team_id = await team(world, tag);
      return (n) => ({ team_id, description: `token ${n}`, expired_at: '2099-01-01T00:00:00Z' });
    },
  },
  {
    type: 'team_member',
    parent: async (world, tag) => {
      const team_id = await team(world, tag);
      return async (n) => ({
        team_id,
        organization_membership_id: await idOf(world, 'organization_membership', { email: `${tag}-${n}@example.com` }),
      });
    },
  },
  {
    type: 'team_project_access',
    parent: async (world, tag) => {
      const project_id = await idOf(world, 'project', { name: tag });
      return async (n) => ({ project_id, team_id: await team(world, `${tag}-${n}`), access: 'read' });
    },
  },
  {
    type: 'variable_set_variable',
    parent: async (world, tag) => {
      const variable_set_id = await idOf(world, 'variable_set', { name: tag });
      return (n) => ({ variable_set_id, category: 'env', key: `NAME_${n}`, value: 'v', sensitive: n % 2 === 0 });
    },
  },
  {
    type: 'variable_set_project',
    parent: async (world, tag) => {
      const variable_set_id = await idOf(world, 'variable_set', { name: tag });
      return async (n) => ({ variable_set_id, project_id: await idOf(world, 'project', { name: `${tag}-${n}` }) });
    },
  },
  {
    type: 'variable_set_workspace',
    parent: async (world, tag) => {
      const variable_set_id = await idOf(world, 'variable_set', { name: tag });
      return async (n) => ({ variable_set_id, workspace_id: await workspace(world, `${tag}-${n}`) });
    },
  },
];

/** Every type of the workspace service that has a list of the objects of its parent. */
export const workspaceSiblings: readonly Siblings[] = [...ofWorkspaces, ...ofOthers];
