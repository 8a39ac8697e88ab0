import { readLeftState } from './prepare-folders.ts';

/** Milliseconds between two looks at the state file of an apply. */
const interval = 2000;

/** Passes on the state file of an apply after each change, one call at a time, until stopped. `before`: the former state. */
export const watchState = (
  root: string,
  before: Uint8Array | undefined,
  keep: (state: Uint8Array) => Promise<void>,
): { stop(): Promise<void> } => {
  let kept: Buffer | undefined = before && Buffer.from(before);
  let working: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    const state = await readLeftState(root);
    // While the engine writes it, the file may end in the middle.
    if (state === undefined || kept?.equals(state) || !state.toString('latin1').trimEnd().endsWith('}')) return;
    await keep(state);
    kept = state;
  };
  const timer = setInterval(() => {
    // What could not be kept is tried again at the next look; the end of the phase has the state in any case.
    working ??= look()
      .catch(() => undefined)
      .finally(() => {
        working = undefined;
      });
  }, interval);
  return {
    stop: async () => {
      clearInterval(timer);
      await working;
    },
  };
};
