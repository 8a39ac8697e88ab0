import { writeFile } from 'node:fs/promises';
import { createApplyCounter } from './count-changes.ts';
import { ConfigurationFault } from './prepare-folders.ts';
import { erroredOutcome, initialize, isStructured, type PhaseOutcome, type RunPhase } from './run-phase.ts';

/** Applies the stored plan in prepared folders. What a failed apply did is in the state file that it left. */
export const executeApply = async (phase: RunPhase): Promise<PhaseOutcome> => {
  const { input, folders, processes, log } = phase;
  if (!input.planFiles) throw new ConfigurationFault('The plan of this run was deleted: start another run.');
  if (!(await initialize(phase))) return erroredOutcome;
  await writeFile(folders.plan, Buffer.from(input.planFiles.plan, 'base64'), { mode: 0o600 });
  const counter = createApplyCounter();
  const words = ['apply', '-input=false', isStructured(input.run) ? '-json' : '-no-color', folders.plan];
  const code = await processes.run(words, async (chunk) => {
    counter.take(chunk);
    await log.write(chunk);
  });
  return { result: { ...counter.counts(), status: code === 0 ? 'finished' : 'errored', hasChanges: code === 0 } };
};
