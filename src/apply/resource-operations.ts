import type { Attachment, Resource, ExclusiveList } from '@slipway/declarations/declare';
import { attachmentOperations } from './forms/attachment.ts';
import { exclusiveListOperations } from './forms/exclusive-list.ts';
import type { ResourceOperations } from './apply-operation.ts';
import * as ciContext from './overrides/ci-context.ts';
import * as ciPolicyBundle from './overrides/ci-policy-bundle.ts';
import { disableAfterCreate } from './overrides/ci-trigger.ts';
import * as dataRetentionPolicy from './overrides/data-retention-policy.ts';
import * as noCodeModule from './overrides/no-code-module.ts';
import * as noCodeWorkspace from './overrides/no-code-workspace.ts';
import { deleteUnlessGlobal } from './overrides/remote-state-consumers.ts';
import { deleteWithRetry } from './overrides/workspace.ts';
import { putWithConflict } from './overrides/variable-conflict.ts';
import { putWithInheritance } from './overrides/workspace-execution.ts';
import * as workspaceLock from './overrides/workspace-lock.ts';
import * as workspaceTagBinding from './overrides/workspace-tag-binding.ts';
import { readByEndpoints } from './read.ts';
import { endpointOperations } from './endpoint-operations.ts';

/** Hand-written operations by resource; all others are derived. A test prints their share. */
export const overrides: {
  readonly [resource: string]: (resource: Resource, derived: ResourceOperations) => Partial<ResourceOperations>;
} = {
  ci_context: (resource) => ({ read: ciContext.read(resource), delete: ciContext.remove(resource) }),
  ci_context_restriction: (resource) => ({ read: ciContext.readContextMember(resource) }),
  ci_context_variable: (resource, derived) => ({ read: ciContext.readContextMember(resource), put: putWithConflict(derived.put) }),
  ci_project_variable: (_, derived) => ({ put: putWithConflict(derived.put) }),
  ci_policy_bundle: () => ({ put: ciPolicyBundle.put, read: ciPolicyBundle.read, delete: ciPolicyBundle.remove }),
  ci_trigger: (resource) => ({ put: disableAfterCreate(resource) }),
  data_retention_policy: () => ({ put: dataRetentionPolicy.put, read: dataRetentionPolicy.read }),
  no_code_module: () => ({ put: noCodeModule.put, read: noCodeModule.read }),
  no_code_workspace: (resource) => ({
    put: noCodeWorkspace.put,
    read: noCodeWorkspace.read(readByEndpoints(resource)),
    delete: deleteWithRetry(resource),
  }),
  remote_state_consumer: (_, derived) => ({ delete: deleteUnlessGlobal(derived.delete) }),
  remote_state_consumers: (_, derived) => ({ delete: deleteUnlessGlobal(derived.delete) }),
  variable_set_variable: (_, derived) => ({ put: putWithConflict(derived.put) }),
  workspace: (resource, derived) => ({ put: putWithInheritance(derived.put), delete: deleteWithRetry(resource) }),
  workspace_variable: (_, derived) => ({ put: putWithConflict(derived.put) }),
  workspace_lock: (resource) => ({ put: workspaceLock.put, delete: workspaceLock.remove(resource) }),
  workspace_tag_binding: () => ({ put: workspaceTagBinding.put, delete: workspaceTagBinding.remove }),
};

export const resourceOperations = (resource: Resource): ResourceOperations => {
  const derived =
    'attachment' in resource
      ? attachmentOperations(resource as Attachment)
      : 'exclusiveList' in resource
        ? exclusiveListOperations(resource as ExclusiveList)
        : endpointOperations(resource);
  return { ...derived, ...overrides[resource.name]?.(resource, derived) };
};

/** Requests that overrides send besides the declared endpoints; for the coverage table. */
export const overrideEndpoints: { readonly [resource: string]: readonly string[] } = {
  no_code_workspace: [
    'POST /no-code-modules/{no_code_module_id}/workspaces/{id}/upgrade',
    'GET /no-code-modules/{no_code_module_id}/workspaces/{workspace_id}/upgrade/{id}',
    'POST /no-code-modules/{no_code_module_id}/workspaces/{workspace_id}/upgrade/{id}',
  ],
};
