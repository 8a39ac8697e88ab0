import type { Values } from '@slipway/declarations/declare';
import type { ApplyContext } from './apply-operation.ts';
import { callEndpoint, responseDocument } from './call-endpoint.ts';
import { failedStatuses, finishedStatuses } from './no-code-upgrade.ts';
import { wait } from './wait.ts';

/** A first run that was waited for and was not applied. */
export class FirstRunFailedError extends Error {}

const readDocument = async (path: 'GET /workspaces/{id}' | 'GET /runs/{id}', id: string, context: ApplyContext) =>
  responseDocument({ service: 'workspaces' }, (await callEndpoint(context, path, { id }, { effect: 'read' })).body);

/** The ID of the current run of a workspace; undefined: it has none yet. */
const findRun = async (workspace: string, context: ApplyContext): Promise<string | undefined> => {
  const document = await readDocument('GET /workspaces/{id}', workspace, context);
  const related = document?.['relationships'] as { 'current-run'?: { data?: { id: string } | null } } | undefined;
  return related?.['current-run']?.data?.id;
};

const readStatus = async (run: string, context: ApplyContext): Promise<string> => {
  const document = await readDocument('GET /runs/{id}', run, context);
  return String(((document?.['attributes'] ?? {}) as Values)['status']);
};

/**
 * Waits until the first run of a no-code workspace is applied, or finds nothing to do. `timeout`: seconds. Throws FirstRunFailedError if it
 * ends otherwise, or not in time; the workspace is kept.
 */
export const waitForFirstRun = async (workspace: string, timeout: number, context: ApplyContext): Promise<void> => {
  const endsAt = Date.now() + timeout * 1000;
  let [run, status]: [string | undefined, string | undefined] = [undefined, undefined];
  for (let pause = 200; ; pause = Math.min(pause * 1.5, 5000)) {
    run ??= await findRun(workspace, context);
    if (run !== undefined) {
      const next = await readStatus(run, context);
      if (next !== status) context.progress(`first run ${run}: ${next.replaceAll('_', ' ')}`);
      status = next;
      if (finishedStatuses.has(status)) return;
      if (failedStatuses.has(status))
        throw new FirstRunFailedError(
          `The first run ${run} ended as ${status.replaceAll('_', ' ')}; the workspace stays, without outputs.`,
        );
    }
    if (Date.now() > endsAt) {
      const stage = run === undefined ? 'was not there' : `${run} was still ${status!.replaceAll('_', ' ')}`;
      throw new FirstRunFailedError(`The first run ${stage} after ${timeout} seconds; the workspace stays, and its runs go on.`);
    }
    await wait(pause, context.signal);
  }
};
