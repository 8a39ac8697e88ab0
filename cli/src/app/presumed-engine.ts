import type { Engine, EngineSearch, ProcessEnvironment } from 'slipway/engine/find-engine';
import type { EngineRun } from 'slipway/engine/run-engine';
import { findInitializedEngine } from './initialized-stack.ts';

/** Work has begun with an engine that is another one now. */
class OtherEngineError extends Error {}

/** An engine of which only its path is known, and that the folder is initialized for its version of then. */
export interface PresumedEngine {
  readonly engine: Engine;
  /** Rejects if the engine is another one: what it printed and found counts for nothing. */
  readonly confirmed: Promise<void>;
  /** Ends what runs with it then. */
  readonly signal: AbortSignal;
}

/**
 * Does work that begins with a plan while the engine is still being asked for its version, which is the one of the last time unless
 * somebody has installed another or a version manager chooses one. False: it has not been done, for want of such an engine.
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
    // What goes wrong with an engine that is not there, or is another one, says nothing.
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
