import type { Engine, EngineSearch, ProcessEnvironment } from 'slipway/engine/find-engine';
import type { EngineRun } from 'slipway/engine/run-engine';
import { findInitializedEngine } from './initialized-stack.ts';

/** Work has begun with an engine that is another one now. */
class OtherEngineError extends Error {}

/** An engine of which only the path is known, and that its version is presumably the one for which the folder was initialized. */
export interface PresumedEngine {
  readonly engine: Engine;
  /** Rejects if the engine is another one: its output and results must then be discarded. */
  readonly confirmed: Promise<void>;
  /** Ends what runs with it then. */
  readonly signal: AbortSignal;
}

/**
 * Does work that begins with a plan in parallel with the query of the engine's version, which is normally that of the last time. False: the
 * work was not done, because there is no such engine.
 */
export async function workWithPresumedEngine(
  search: EngineSearch,
  { folder, environment }: { readonly folder: string; readonly environment: ProcessEnvironment },
  work: (presumed: PresumedEngine) => Promise<unknown>,
): Promise<boolean> {
  const engine = search.found() ? undefined : findInitializedEngine(folder, search.path, environment);
  if (!engine) return false;
  const stop = new AbortController();
  const confirmed = search.engine.then(({ name, version }) => {
    if (name !== engine.name || version !== engine.version) throw new OtherEngineError();
  });
  confirmed.catch(() => stop.abort());
  try {
    await work({ engine, confirmed, signal: stop.signal });
    return true;
  } catch (error) {
    // Failures of a missing or different engine are meaningless.
    const reason: unknown = await confirmed.then(
      () => error,
      (other: unknown) => other,
    );
    if (reason instanceof OtherEngineError) return false;
    throw reason;
  }
}

/** Output of an engine, from the moment on at which it is confirmed. */
export const holdOutput = (confirmed: Promise<void> | undefined, onOutput: NonNullable<EngineRun['onOutput']>): typeof onOutput => {
  if (!confirmed) return onOutput;
  const held: Parameters<typeof onOutput>[] = [];
  let isConfirmed = false;
  const release = () => {
    isConfirmed = true;
    for (const [text, stream] of held.splice(0)) onOutput(text, stream);
  };
  confirmed.then(release, () => {});
  return (text, stream) => {
    if (isConfirmed) onOutput(text, stream);
    else held.push([text, stream]);
  };
};
