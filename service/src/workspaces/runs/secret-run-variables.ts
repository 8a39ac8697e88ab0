import type { ReadTransaction, StoredRecord } from '../../store/store.ts';
import { loadWorkspaceVariables } from '../variable-sets/variable-precedence.ts';
import type { StoredVariable } from '../variables/stored.ts';
import type { StoredWorkspace } from '../workspaces/stored.ts';
import type { RunOptions } from './stored-parts.ts';

type VariableFacts = Pick<StoredVariable, 'key' | 'category' | 'sensitive'>;
const environmentPrefix = 'TF_VAR_';

/** The variable of the configuration that a variable sets; undefined: none. */
const toConfigurationKey = ({ key, category }: VariableFacts): string | undefined =>
  category === 'infra' ? key : key.startsWith(environmentPrefix) ? key.slice(environmentPrefix.length) : undefined;

/**
 * Names of the configuration's variables that are sensitive in runs of a workspace: one of its variables, or of its sets, is marked so,
 * even if another one overrides it. Values for these names from other sources are secrets as well.
 */
export const listSecretKeys = (variables: readonly VariableFacts[]): ReadonlySet<string> =>
  new Set(variables.filter(({ sensitive }) => sensitive).flatMap((one) => toConfigurationKey(one) ?? []));

/** Options whose variables are marked where one of these variables of the same name is sensitive. */
export const markSecretKeys = (options: RunOptions | undefined, variables: readonly VariableFacts[]): RunOptions | undefined => {
  if (!options?.variables) return options;
  const secretKeys = listSecretKeys(variables);
  const mark = (key: string): { readonly sensitive?: true } => (secretKeys.has(key) ? { sensitive: true } : {});
  return { ...options, variables: options.variables.map(({ key, value }) => ({ key, value, ...mark(key) })) };
};

/** The options of a new run, of whose variables those that set a secret are marked. */
export const markSecretVariables = async (
  view: ReadTransaction,
  workspace: StoredRecord<StoredWorkspace>,
  options: RunOptions | undefined,
): Promise<RunOptions | undefined> => {
  if (!options?.variables) return options;
  const { usual, prior } = await loadWorkspaceVariables(view, workspace);
  return markSecretKeys(
    options,
    [...usual, ...prior].map(({ body }) => body),
  );
};
