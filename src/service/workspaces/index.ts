import type { Route } from '../route.ts';
import * as agentPools from './agent-pools.ts';
import * as discovery from './discovery.ts';
import * as oauthClients from './oauth-clients.ts';
import * as noCodeModules from './no-code/no-code-modules.ts';
import * as noCodeUpgrades from './no-code/upgrades.ts';
import * as noCodeWorkspaces from './no-code/workspaces.ts';
import * as organizations from './organizations.ts';
import * as pages from './pages/pages.ts';
import * as projects from './projects.ts';
import * as projectTags from './project-tags.ts';
import * as moduleVersions from './registry/module-versions.ts';
import * as registryModules from './registry/registry-modules.ts';
import * as runs from './runs/runs.ts';
import * as sshKeys from './ssh-keys.ts';
import * as teamAccess from './team-access.ts';
import * as teams from './teams.ts';
import * as tokens from './tokens.ts';
import * as varsetAttachments from './variable-sets/varset-attachments.ts';
import * as varsetLists from './variable-sets/varset-lists.ts';
import * as varsetVariables from './variable-sets/varset-variables.ts';
import * as varsets from './variable-sets/varsets.ts';
import * as workspaces from './workspaces/index.ts';
import * as workspaceVariables from './workspace-variables.ts';

/** Every endpoint of service 1, one file per noun; a test reads the directory and misses none. */
export const routes: readonly Route[] = [
  discovery, organizations, projects, projectTags, teams, teamAccess, tokens, sshKeys, agentPools, oauthClients,
  varsets, varsetLists, varsetVariables, varsetAttachments,
  workspaces, workspaceVariables,
  runs, registryModules, moduleVersions, noCodeModules, noCodeWorkspaces, noCodeUpgrades,
  pages,
].flatMap((noun) => noun.routes);
