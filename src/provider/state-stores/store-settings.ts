import { isAbsent, type Values } from '@slipway/declarations/declare';
import type { Diagnostic } from '../../protocol/provider-server.ts';
import { StateStoreError } from './state-store-error.ts';

/** Which workspaces are states. */
export interface StoreSettings {
  readonly organization: string;
  readonly prefix: string;
  readonly projectId: string | null;
  readonly tags: { readonly [key: string]: string };
}

export const readStoreSettings = (config: Values, inheritedOrganization: () => string): StoreSettings => ({
  organization: (config['organization'] as string | null | undefined) ?? inheritedOrganization(),
  prefix: (config['prefix'] as string | null | undefined) ?? '',
  projectId: (config['project_id'] as string | null | undefined) ?? null,
  tags: (config['tags'] as StoreSettings['tags'] | null | undefined) ?? {},
});

/** Without a bound, every workspace of the organization would be a state that the engine may delete. */
export const findMissingBound = (config: Values): readonly Diagnostic[] => {
  const { prefix, project_id: project, tags } = config;
  const hasTags = !isAbsent(tags) && Object.keys(tags as object).length > 0;
  if (!isAbsent(prefix) || !isAbsent(project) || hasTags) return [];
  const detail = 'Without `prefix`, `project_id` or `tags` every workspace of the organization would be a state. Set at least one of them.';
  return [{ severity: 'error', summary: 'The state store has no bounds', detail, path: ['prefix'] }];
};

const workspaceName = /^[A-Za-z0-9_-]{1,90}$/;

/** The name of the workspace of a state. Throws where there can be none of that name. */
export const workspaceNameOf = ({ prefix }: StoreSettings, id: string): string => {
  const name = `${prefix}${id}`;
  if (id !== '' && workspaceName.test(name)) return name;
  const detail = 'The name of a workspace has 1 to 90 letters, digits, - and _. Choose another name for the workspace of the engine.';
  throw new StateStoreError(`No workspace can be called ${JSON.stringify(name.slice(0, 200))}`, detail);
};
