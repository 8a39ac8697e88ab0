import type { TeamAccess } from '../../../src/access/workspace-rights.ts';
import type { OrganizationRight } from '../../../src/http/route.ts';
import { schedule } from '@slipway/test-support/scale';

/**
 * What somebody brings about in a workspace. `apply` and `destroy`: resources changed, and are gone; `end`: a run of somebody else is
 * discarded; `override`: a policy; `set`: settings of the workspace; `variables`: a variable is written; `provision`: a workspace is
 * created; `expire`: the workspaces of a project destroy themselves.
 */
export type Effect = 'plan' | 'apply' | 'destroy' | 'end' | 'override' | 'set' | 'variables' | 'provision' | 'expire';

/** Somebody, and all that they bring about by asking for it. */
export interface Role {
  readonly name: string;
  readonly workspace?: TeamAccess;
  readonly project?: TeamAccess;
  readonly organization?: readonly OrganizationRight[];
  /** Whose token they send; a member of the team unless said. */
  readonly token?: 'team' | 'owner' | 'organization' | 'none' | 'run';
  readonly reaches: readonly Effect[];
}

const write = ['plan', 'apply', 'destroy', 'end', 'variables'] as const;
const admin = [...write, 'set'] as const;
const everything = [...admin, 'override', 'provision', 'expire'] as const;

/** The table of who may do what in runs (decisions 137 and 138), by hand. */
export const allRoles: readonly Role[] = [
  { name: 'nobody', reaches: [] },
  { name: 'no token', token: 'none', reaches: [] },
  { name: 'the token of a run', token: 'run', reaches: [] },
  { name: 'owner', token: 'owner', reaches: everything },
  { name: 'token of the organization', token: 'organization', reaches: ['set', 'variables'] },
  { name: 'read', workspace: { access: 'read' }, reaches: [] },
  { name: 'plan', workspace: { access: 'plan' }, reaches: ['plan'] },
  { name: 'token of a team with plan', token: 'team', workspace: { access: 'plan' }, reaches: ['plan'] },
  { name: 'write', workspace: { access: 'write' }, reaches: write },
  { name: 'token of a team with write', token: 'team', workspace: { access: 'write' }, reaches: write },
  { name: 'admin', workspace: { access: 'admin' }, reaches: admin },
  {
    name: 'everything but runs',
    workspace: {
      access: 'custom',
      runs: 'read',
      variables: 'write',
      'state-versions': 'write',
      'workspace-locking': true,
      'run-tasks': true,
    },
    reaches: ['variables'],
  },
  {
    name: 'plan and everything but apply',
    workspace: {
      access: 'custom',
      runs: 'plan',
      variables: 'write',
      'state-versions': 'write',
      'workspace-locking': true,
      'run-tasks': true,
    },
    reaches: ['plan', 'variables'],
  },
  { name: 'apply alone', workspace: { access: 'custom', runs: 'apply' }, reaches: ['plan', 'apply', 'destroy', 'end'] },
  { name: 'read of the project', project: { access: 'read' }, reaches: [] },
  { name: 'write of the project', project: { access: 'write' }, reaches: write },
  { name: 'maintain', project: { access: 'maintain' }, reaches: [...admin, 'provision'] },
  { name: 'admin of the project', project: { access: 'admin' }, reaches: [...admin, 'provision', 'expire'] },
  { name: 'settings of the project', project: { access: 'custom', 'project-settings': 'delete' }, reaches: [] },
  {
    name: 'creates and plans',
    project: { access: 'custom', runs: 'plan', variables: 'write', 'create-workspaces': true },
    reaches: ['plan', 'variables', 'provision'],
  },
  {
    name: 'creates and applies',
    project: { access: 'custom', runs: 'apply', variables: 'write', 'create-workspaces': true },
    reaches: ['plan', 'apply', 'destroy', 'end', 'variables', 'provision'],
  },
  {
    name: 'creates and applies without variables',
    project: { access: 'custom', runs: 'apply', variables: 'read', 'create-workspaces': true },
    reaches: ['plan', 'apply', 'destroy', 'end', 'provision'],
  },
  { name: 'read-workspaces', organization: ['read-workspaces'], reaches: [] },
  { name: 'manage-policies', organization: ['manage-policies'], reaches: [] },
  {
    name: 'overrides and reads',
    organization: ['read-workspaces', 'manage-policy-overrides'],
    reaches: ['override'],
  },
  {
    name: 'overrides and plans',
    organization: ['manage-policy-overrides'],
    workspace: { access: 'plan' },
    reaches: ['plan', 'override'],
  },
  { name: 'manage-run-tasks', organization: ['manage-run-tasks', 'manage-vcs-settings', 'manage-agent-pools'], reaches: [] },
];

/** Those that differ from another one by where their access was given, or by the kind of their token. */
const alike = [
  'no token',
  'token of a team with write',
  'read of the project',
  'write of the project',
  'read-workspaces',
  'manage-policies',
  'manage-run-tasks',
  'overrides and reads',
];
export const roles: readonly Role[] = schedule(
  allRoles.filter(({ name }) => !alike.includes(name)),
  allRoles,
);
/** Where each try starts git. */
const distinct = ['nobody', 'plan', 'write', 'admin', 'maintain', 'creates and plans', 'creates and applies'];
export const rolesAtRepositories: readonly Role[] = schedule(
  allRoles.filter(({ name }) => distinct.includes(name)),
  allRoles,
);
