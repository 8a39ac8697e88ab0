import { Problem, unprocessable } from './problem.ts';
import { KeyTaken, Stale } from './store/store.ts';

/** What any error below the door means to the caller. Unknown ones are ours: 500, without their words. */
export const problemOf = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  if (error instanceof KeyTaken) return unprocessable(`"${error.key}" has already been taken`, '/data/attributes/name');
  if (error instanceof Stale) return new Problem(409, [{ detail: 'the object kept being changed by others; send the request again' }]);
  if (error instanceof Error && error.name === 'StorageFull')
    return new Problem(507, [{ detail: 'the service cannot store anything more: its disk is full. Nothing was changed; free some space and send the request again' }]);
  return new Problem(500, [{ detail: 'the service failed; this is our fault. Its log holds the details under the X-Request-Id of this answer' }]);
};
