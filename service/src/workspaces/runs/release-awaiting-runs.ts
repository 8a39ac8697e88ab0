import type { RunContext } from './run-context.ts';
import { saveRun } from './save-run.ts';
import type { StoredRun } from './stored.ts';
import { releaseRun } from './timeline.ts';

/** Continues the runs that waited for the content of a configuration version. */
export const releaseAwaitingRuns = async (context: RunContext, workspace: string, configurationVersion: string): Promise<void> => {
  const { tx, clock, settings } = context;
  const { records } = await tx.list<StoredRun>({
    kind: 'runs',
    scope: workspace,
    body: [
      { path: 'active', is: true },
      { path: 'configurationVersion', is: configurationVersion },
    ],
  });
  for (const { id } of records) {
    const run = (await tx.get<StoredRun>('runs', id))!;
    if (!run.body.awaitsContent) continue;
    const { awaitsContent: _arrived, ...body } = run.body;
    if (body.status === 'pending') await tx.update<StoredRun>(run, { body });
    else await saveRun(context, run, releaseRun(body, clock.now(), settings));
  }
};
