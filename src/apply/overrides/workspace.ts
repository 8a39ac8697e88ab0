import type { Resource } from '@slipway/declarations/declare';
import { ServiceError } from '../../client/contract/errors.ts';
import type { ResourceOperations } from '../apply-operation.ts';
import { endpointOperations } from '../endpoint-operations.ts';
import { wait } from '../wait.ts';

/** Spec 1 names one 409 of a safe delete; services answer another while they still find out what a fresh state manages. */
const isStillProcessing = (error: unknown): boolean =>
  error instanceof ServiceError &&
  error.status === 409 &&
  error.messages.some(({ detail }) => /being (processed|discovered)/i.test(detail ?? ''));

/** Waits, five minutes at most, for a service that is still finding out what the workspace manages. */
export const deleteWithRetry =
  (resource: Resource): ResourceOperations['delete'] =>
  async (state, context) => {
    const once = endpointOperations(resource).delete;
    const ends = Date.now() + 300_000;
    for (let pause = 500; ; pause = Math.min(pause * 2, 15_000)) {
      try {
        return await once(state, context);
      } catch (error) {
        if (!isStillProcessing(error) || Date.now() + pause > ends) throw error;
        context.progress('the service is still finding out what the workspace manages');
        await wait(pause, context.signal);
      }
    }
  };
