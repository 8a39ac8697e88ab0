import type { Endpoint } from '@slipway/declarations/declare';

/**
 * Every operation of spec 1: the client function, what it does, and the request line to the letter of the specification
 * (below `/api/v2`; "same path" spelled out, "PUT or PATCH" as two).
 */
export const workspaceEndpoints = {
  'variableSets.create': ['Create a variable set', 'POST /organizations/{organization_name}/varsets'],
  'variableSets.update': ['Update a variable set', 'PATCH /varsets/{varset_id}'],
  'variableSets.replace': ['Update a variable set (PUT)', 'PUT /varsets/{varset_id}'],
  'variableSets.delete': ['Delete a variable set', 'DELETE /varsets/{varset_id}'],
  'variableSets.show': ['Show a variable set', 'GET /varsets/{varset_id}'],
  'variableSets.listForOrganization': ['List variable sets for an organization', 'GET /organizations/{organization_name}/varsets'],
  'variableSets.listForProject': ['List variable sets for a project', 'GET /projects/{project_id}/varsets'],
  'variableSets.listForWorkspace': ['List variable sets for a workspace', 'GET /workspaces/{workspace_id}/varsets'],
  'variableSets.addVariable': ['Add a variable to a set', 'POST /varsets/{varset_id}/relationships/vars'],
  'variableSets.updateVariable': ['Update a variable of a set', 'PATCH /varsets/{varset_id}/relationships/vars/{var_id}'],
  'variableSets.deleteVariable': ['Delete a variable of a set', 'DELETE /varsets/{varset_id}/relationships/vars/{var_id}'],
  'variableSets.listVariables': ['List the variables of a set', 'GET /varsets/{varset_id}/relationships/vars'],
  'variableSets.applyToWorkspaces': ['Apply a set to workspaces', 'POST /varsets/{varset_id}/relationships/workspaces'],
  'variableSets.removeFromWorkspaces': ['Remove a set from workspaces', 'DELETE /varsets/{varset_id}/relationships/workspaces'],
  'variableSets.applyToProjects': ['Apply a set to projects', 'POST /varsets/{varset_id}/relationships/projects'],
  'variableSets.removeFromProjects': ['Remove a set from projects', 'DELETE /varsets/{varset_id}/relationships/projects'],

  'workspaces.create': ['Create a workspace', 'POST /organizations/{organization_name}/workspaces'],
  'workspaces.update': ['Update a workspace by id', 'PATCH /workspaces/{workspace_id}'],
  'workspaces.updateByName': ['Update a workspace by name', 'PATCH /organizations/{organization_name}/workspaces/{name}'],
  'workspaces.list': ['List workspaces', 'GET /organizations/{organization_name}/workspaces'],
  'workspaces.showByName': ['Show a workspace by name', 'GET /organizations/{organization_name}/workspaces/{name}'],
  'workspaces.show': ['Show a workspace by id', 'GET /workspaces/{workspace_id}'],
  'workspaces.safeDeleteByName': [
    'Safe delete a workspace by name',
    'POST /organizations/{organization_name}/workspaces/{name}/actions/safe-delete',
  ],
  'workspaces.safeDelete': ['Safe delete a workspace by id', 'POST /workspaces/{workspace_id}/actions/safe-delete'],
  'workspaces.forceDelete': ['Force delete a workspace by id', 'DELETE /workspaces/{workspace_id}'],
  'workspaces.forceDeleteByName': ['Force delete a workspace by name', 'DELETE /organizations/{organization_name}/workspaces/{name}'],
  'workspaces.lock': ['Lock a workspace', 'POST /workspaces/{workspace_id}/actions/lock'],
  'workspaces.unlock': ['Unlock a workspace', 'POST /workspaces/{workspace_id}/actions/unlock'],
  'workspaces.forceUnlock': ['Force unlock a workspace', 'POST /workspaces/{workspace_id}/actions/force-unlock'],
  'workspaces.assignSshKey': ['Assign an SSH key to a workspace', 'PATCH /workspaces/{workspace_id}/relationships/ssh-key'],
  'workspaces.unassignSshKey': ['Unassign the SSH key of a workspace', 'PATCH /workspaces/{workspace_id}/relationships/ssh-key'],

  'remoteStateConsumers.list': ['Get remote state consumers', 'GET /workspaces/{workspace_id}/relationships/remote-state-consumers'],
  'remoteStateConsumers.replace': [
    'Replace remote state consumers',
    'PATCH /workspaces/{workspace_id}/relationships/remote-state-consumers',
  ],
  'remoteStateConsumers.add': ['Add remote state consumers', 'POST /workspaces/{workspace_id}/relationships/remote-state-consumers'],
  'remoteStateConsumers.delete': [
    'Delete remote state consumers',
    'DELETE /workspaces/{workspace_id}/relationships/remote-state-consumers',
  ],

  'tags.list': ['List flat tags', 'GET /workspaces/{workspace_id}/relationships/tags'],
  'tagBindings.list': ['List tag bindings', 'GET /workspaces/{workspace_id}/tag-bindings'],
  'tagBindings.listEffective': ['List effective tag bindings', 'GET /workspaces/{workspace_id}/effective-tag-bindings'],
  'tags.add': ['Add flat tags', 'POST /workspaces/{workspace_id}/relationships/tags'],
  'tags.delete': ['Delete flat tags', 'DELETE /workspaces/{workspace_id}/relationships/tags'],

  'dataRetentionPolicy.set': ['Set a data retention policy', 'POST /workspaces/{workspace_id}/relationships/data-retention-policy'],
  'dataRetentionPolicy.show': ['Show a data retention policy', 'GET /workspaces/{workspace_id}/relationships/data-retention-policy'],
  'dataRetentionPolicy.remove': ['Remove a data retention policy', 'DELETE /workspaces/{workspace_id}/relationships/data-retention-policy'],

  'noCodeModules.enable': ['Enable a no-code module', 'POST /organizations/{organization_name}/no-code-modules'],
  'noCodeModules.update': ['Update a no-code module', 'PATCH /no-code-modules/{id}'],
  'noCodeModules.read': ['Read a no-code module', 'GET /no-code-modules/{id}'],
  'noCodeModules.createWorkspace': ['Create a no-code workspace', 'POST /no-code-modules/{id}/workspaces'],
  'noCodeModules.startUpgrade': ['Start a workspace upgrade', 'POST /no-code-modules/{no_code_module_id}/workspaces/{id}/upgrade'],
  'noCodeModules.readUpgrade': [
    'Read the status of a workspace upgrade',
    'GET /no-code-modules/{no_code_module_id}/workspaces/{workspace_id}/upgrade/{id}',
  ],
  'noCodeModules.confirmUpgrade': [
    'Confirm and apply a workspace upgrade',
    'POST /no-code-modules/{no_code_module_id}/workspaces/{workspace_id}/upgrade/{id}',
  ],
} as const satisfies { readonly [client: string]: readonly [name: string, row: Endpoint] };

/** All operations as a list, in the order of the specification. */
export const workspaceOperations: readonly { readonly name: string; readonly row: Endpoint; readonly client: string }[] = Object.entries(
  workspaceEndpoints,
).map(([client, [name, endpoint]]) => ({ name, row: endpoint, client }));
