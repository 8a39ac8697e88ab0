import { unprocessable } from '../../problem.ts';
import { KeyTaken, type Rec, type Transaction } from '../../store/store.ts';
import type { GlobalClaim, Variable, Varset } from '../stored.ts';

/**
 * Global sets of one organization may not hold the same key in the same category (spec 1, Variable set rule 4). The key is
 * claimed in the store, so that two requests at once cannot both have it.
 */
const refused = (variable: Variable, other: string | undefined, pointer: string) => unprocessable(
  `the ${variable.category} variable "${variable.key}" is already in ${other ? `the global variable set "${other}"` : 'another global variable set'}; global sets must not conflict`, pointer);

/** `pointer`: what of the request made it so, a variable's key or the set's `global`. */
export const claim = async (tx: Transaction, varset: Rec<Varset>, variables: readonly Rec<Variable>[], pointer = '/data/attributes/key'): Promise<void> => {
  // One order for everybody: two requests that claim the same keys never wait for each other in a circle.
  for (const variable of [...variables].sort((a, b) => (a.key < b.key ? -1 : 1))) {
    const held = await tx.byKey<GlobalClaim>('global-vars', varset.scope, variable.key);
    if (held && held.body.variable === variable.id) continue;
    if (held) throw refused(variable.body, (await tx.get<Varset>('varsets', held.body.varset))?.body.name, pointer);
    try {
      await tx.insert<GlobalClaim>({ id: `claim-${variable.id}`, kind: 'global-vars', scope: varset.scope, key: variable.key, name: variable.body.key, body: { varset: varset.id, variable: variable.id } });
    } catch (error) {
      throw error instanceof KeyTaken ? refused(variable.body, undefined, pointer) : error;
    }
  }
};

export const release = async (tx: Transaction, variables: readonly Rec<Variable>[]): Promise<void> => {
  for (const variable of variables) await tx.delete('global-vars', `claim-${variable.id}`);
};
