/** The engine that started a plugin, as its process sees it. */
export interface EngineLink {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Writes to the stdout that the engine reads, once. */
  writeHandshake(line: string): void;
  /** Whether the engine has ended: the plugin then has another parent process. */
  isOrphaned(): boolean;
  /**
   * Reports the end of the plugin, with this exit status. `isIdle`: the engine had requested the end, and no call was running. Called once.
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
    // The engine waits for this process to end.
    end: (status) => process.exit(status),
  };
};
