import { ServiceError } from '../../client/errors.ts';
import { nounOf, type Resource, type Row, type Values } from '../../declare/index.ts';
import { deleteByRows } from '../delete.ts';
import { among } from '../find.ts';
import type { Surroundings, Verbs } from '../job.ts';
import { PerhapsHidden } from '../missing.ts';
import { readByRows } from '../read.ts';
import { canFill, send } from '../send.ts';

const isRefusal = (error: unknown): boolean => error instanceof ServiceError && error.status === 403;

/** The service answers 403 for a context that is gone and for one that is hidden; the owner's list holds only what is there. */
const isGone = async (resource: Resource, state: Values, around: Surroundings): Promise<boolean> =>
  canFill(resource.endpoints.list, state) && await among(resource, resource.endpoints.list, state, ['id'], around) === null;

export const read = (resource: Resource): Verbs['read'] => async (state, around, imported) => {
  try { return await readByRows(resource)(state, around, imported); } catch (error) {
    if (isRefusal(error) && await isGone(resource, state, around)) return null;
    throw error;
  }
};

export const remove = (resource: Resource): Verbs['delete'] => async (state, around) => {
  try { await deleteByRows(resource)(state, around); } catch (error) {
    if (!isRefusal(error) || !await isGone(resource, state, around)) throw error;
  }
};

/** What is in a context knows no owner: where the context itself is refused, nobody can tell. */
export const readInside = (resource: Resource): Verbs['read'] => async (state, around, imported) => {
  try { return await readByRows(resource)(state, around, imported); } catch (error) {
    if (!isRefusal(error)) throw error;
    const answer = await send(around, 'GET /context/{context_id}' as Row, state, { effect: 'read', accept: [403, 404] });
    if (answer.status === 404) return null;
    if (answer.status !== 403) throw error;
    throw new PerhapsHidden(`The service answers 403 for the context ${String(state['context_id'])}, as it does for one that is gone and for one that this token may not see; `
      + `so this ${nounOf(resource.name)} stays in the state. Check the token; if the context is gone, remove the object with \`terraform state rm\`.`);
  }
};
