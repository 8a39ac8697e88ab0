import type { PlanFindings } from '../plan-documents/find-drift.ts';
import type { PlanDocuments } from '../plan-documents/create-plan-documents.ts';
import type { StoredRun } from '../stored.ts';
import type { PhaseResult } from '../stored-parts.ts';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModuleTestFigures } from './engine-command.ts';
import type { EngineProcesses } from './engine-process.ts';
import type { InstalledEngine } from './installed-engines.ts';
import type { PhaseLog } from './phase-log.ts';
import { needsInitialization } from './initialization.ts';
import { placeState, type PreparedFolders } from './prepare-folders.ts';
import type { RunSecrets } from './list-run-secrets.ts';
import type { PlanFiles, RunInput } from './run-input.ts';

/** The context of a phase whose folders are prepared. */
export interface RunPhase extends RunSecrets {
  readonly input: RunInput;
  readonly engine: InstalledEngine;
  /** The isolation of its processes, as part of a sentence. */
  readonly isolation: string;
  readonly folders: PreparedFolders;
  readonly processes: EngineProcesses;
  readonly log: PhaseLog;
}

/** How a phase ended. */
export interface PhaseOutcome {
  readonly result: PhaseResult;
  /** The documents of a plan that succeeded. */
  readonly documents?: PlanDocuments;
  /** The findings in a plan that succeeded. */
  readonly findings?: PlanFindings;
  readonly planFiles?: PlanFiles;
  /** What the tests found that a command executed to their end. */
  readonly tests?: ModuleTestFigures;
}

export const noCounts = { additions: 0, changes: 0, destructions: 0, imports: 0 } as const;
export const erroredOutcome: PhaseOutcome = { result: { ...noCounts, status: 'errored', hasChanges: false } };

export const isStructured = ({ structured }: Pick<StoredRun, 'structured'>): boolean => structured !== false;

/** An error of the service in a log, in the form that the engine gives its own. */
export const renderRunError = (run: Pick<StoredRun, 'structured'>, message: string, at: Date): string =>
  isStructured(run)
    ? `${JSON.stringify({
        '@level': 'error',
        '@message': `Error: ${message}`,
        '@module': 'slipway',
        '@timestamp': at.toISOString(),
        diagnostic: { severity: 'error', summary: message, detail: '' },
        type: 'diagnostic',
      })}\n`
    : `\nError: ${message}\n`;

/** The first three lines of a log, which the engine that follows an apply omits. The first one also names the isolation. */
const renderHead = ({ program, version }: InstalledEngine, isolation: string): string => {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  const name = program === 'tofu' ? 'OpenTofu' : 'Terraform';
  return `${name} v${version}, isolation: ${isolation}\non ${process.platform}_${architecture}\nInitializing plugins and modules...\n`;
};

/**
 * Begins the log and runs `init` if needed. Its output is shown only if it fails, which is returned as false. The state file is written
 * afterwards: `init` would want to migrate an existing one. Commands are always initialized: they read files of other languages.
 * `options`: further ones for `init`.
 */
export const initialize = async (
  { input, folders, engine, isolation, processes, log }: RunPhase,
  options: readonly string[] = [],
): Promise<boolean> => {
  await log.write(Buffer.from(renderHead(engine, isolation)));
  if (!input.command && !(await needsInitialization(folders.work, input, folders.override))) {
    // An explicit backend requires an initialization; the default backend is the same without one.
    await rm(join(folders.work, folders.override), { force: true });
    await placeState(input, folders);
    return true;
  }
  const chunks: Buffer[] = [];
  const code = await processes.run(['init', '-input=false', '-no-color', ...options], async (chunk) => {
    chunks.push(chunk);
  });
  if (code === 0) await placeState(input, folders);
  else await log.write(Buffer.concat(chunks));
  return code === 0;
};
