import type { LintOptions, LintHost } from '../lint/program/lint-options.ts';
import { commandLineSettings } from '../lint/program/command-line-settings.ts';
import { UsageError } from '../lint/program/usage-error.ts';
import { jobQueue } from './job-queue.ts';
import { transportError } from './transport-error.ts';

/**
 * The language server: speaks with an editor until that says `exit` or goes away, and then ends the process with 0 after
 * `shutdown`, else 1. What the command line says is stronger than config files, as for the linter. A command line that cannot be
 * meant is told on stderr, with exit code 2.
 */
export async function startServer(options: LintOptions, surroundings: LintHost): Promise<void> {
  const cwd = process.cwd();
  try {
    const rules = (await surroundings.crossFile?.())?.rules ?? [];
    const said = await commandLineSettings(options, cwd, async () => rules.map(({ id }) => id));
    const fault = transportError(options);
    if (fault !== undefined) throw new UsageError(fault);
    // The worker starts while what speaks with the editor is still loaded, and the editor introduces itself.
    const work = jobQueue(surroundings.workerScript(), { timeout: options.timeout });
    const [{ connect }, { serveEditor: serve }] = await Promise.all([import('./connect.ts'), import('./server.ts')]);
    serve(connect(options), { options, said, version: surroundings.version, lane: work, cwd, rules });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${surroundings.program}: ${error.message}\n`);
    process.exitCode = 2;
  }
}
