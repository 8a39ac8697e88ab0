import type { Caller } from '../http/route.ts';
import type { ReadTransaction } from '../store/store.ts';
import { createOperatorCaller, findTokenOwner, operatorId } from './callers.ts';

/**
 * Somebody who did something earlier, with the rights of this moment, whatever became of the token that they sent; undefined: they are
 * gone. `organization`: of the thing, for what the service did on its own account.
 */
export const findAuthorCaller = (
  view: ReadTransaction,
  { kind, id }: Pick<Caller, 'kind' | 'id'>,
  organization: string,
): Promise<Caller | undefined> =>
  id === operatorId ? Promise.resolve(createOperatorCaller(organization)) : findTokenOwner(view, { owner: { kind, id } });
