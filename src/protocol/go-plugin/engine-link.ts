/** The engine that started a plugin, as its process sees it. */
export interface EngineLink {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Writes to the stdout that the engine reads, once. */
  writeHandshake(line: string): void;
  /** Whether the engine is gone: what it started has another parent. */
  isOrphaned(): boolean;
  /**
   * Tells the engine that its plugin has ended, with this exit status. `isIdle`: it had asked for the end, and no call was running.
   * Called once.
   */
  end(status: number, isIdle: boolean): void;
}

/** The engine that started this process. */
export const parentEngine = (writeStdout: (text: string) => void): EngineLink => {
  const parent = process.ppid;
  return {
    environment: process.env,
    writeHandshake: writeStdout,
    isOrphaned: () => process.ppid !== parent,
    // It waits for the end of this process and does nothing meanwhile.
    end: (status) => process.exit(status),
  };
};
