import { unprocessable } from '../../http/problem.ts';
import { DuplicateKey, type StoredRecord, type Transaction } from '../../store/store.ts';
import type { StoredGlobalKey, StoredVariableSet } from './stored.ts';
import type { StoredVariable } from '../variables/stored.ts';

/**
 * Global sets of one organization may not hold the same key in the same category (spec 1, Variable set rule 4). A unique key in the store
 * enforces it for concurrent requests.
 */
const createKeyConflict = (variable: StoredVariable, other: string | undefined, pointer: string) =>
  unprocessable(
    `the ${variable.category} variable "${variable.key}" is already in ` +
      `${other ? `the global variable set "${other}"` : 'another global variable set'}; global sets must not conflict`,
    pointer,
  );

/** `pointer`: what of the request made it so, a variable's key or the set's `global`. */
export const claimGlobalKeys = async (
  tx: Transaction,
  varset: StoredRecord<StoredVariableSet>,
  variables: readonly StoredRecord<StoredVariable>[],
  pointer = '/data/attributes/key',
): Promise<void> => {
  // One order for everybody: two requests that claim the same keys never wait for each other in a circle.
  for (const variable of [...variables].sort((a, b) => (a.key < b.key ? -1 : 1))) {
    const holder = await tx.getByKey<StoredGlobalKey>('global-vars', varset.scope, variable.key);
    if (holder && holder.body.variable === variable.id) continue;
    if (holder)
      throw createKeyConflict(variable.body, (await tx.get<StoredVariableSet>('varsets', holder.body.varset))?.body.name, pointer);
    try {
      await tx.insert<StoredGlobalKey>({
        id: `claim-${variable.id}`,
        kind: 'global-vars',
        scope: varset.scope,
        key: variable.key,
        name: variable.body.key,
        body: { varset: varset.id, variable: variable.id },
      });
    } catch (error) {
      throw error instanceof DuplicateKey ? createKeyConflict(variable.body, undefined, pointer) : error;
    }
  }
};

export const releaseGlobalKeys = async (tx: Transaction, variables: readonly StoredRecord<StoredVariable>[]): Promise<void> => {
  await tx.deleteMany({ kinds: ['global-vars'], ids: variables.map(({ id }) => `claim-${id}`) });
};
