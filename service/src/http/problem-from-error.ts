import { describeBug } from '@slipway/declarations/bug-report';
import { Problem, unavailable, unprocessable } from './problem.ts';
import { StorageFull, StoreUnavailable, UnstorableText } from '../store/failures.ts';
import { DuplicateKey, StaleRecord } from '../store/store.ts';

/** The response to any error of a request. An unknown error is a failure of the service: 500, without its message. */
export const toProblem = (error: unknown): Problem => {
  if (error instanceof Problem) return error;
  if (error instanceof DuplicateKey) return unprocessable(`"${error.key}" has already been taken`, '/data/attributes/name');
  if (error instanceof StaleRecord)
    return new Problem(409, [{ detail: 'the object kept being changed by others; send the request again' }]);
  if (error instanceof UnstorableText) return unprocessable(error.message);
  if (error instanceof StoreUnavailable) return unavailable(`the service cannot reach its storage: ${error.message}`);
  if (error instanceof StorageFull)
    return new Problem(507, [
      {
        detail: 'the service cannot store anything more: its disk is full. Nothing was changed; free some space and send the request again',
      },
    ]);
  return new Problem(500, [
    { detail: describeBug('the service failed; its log has the details under the X-Request-Id of this response.') },
  ]);
};
