import type { LintOptions, LintHost } from '../lint/program/lint-options.ts';
import { commandLineSettings } from '../lint/program/command-line-settings.ts';
import { UsageError } from '../lint/program/usage-error.ts';
import { jobQueue } from './job-queue.ts';

/** Why an editor cannot be spoken with as it was asked for. */
function transportError({ nodeIpc, socket }: Pick<LintOptions, 'nodeIpc' | 'socket'>): string | undefined {
  if (nodeIpc && !process.send)
    return '--node-ipc: this process was not started with a channel for messages; omit it to use standard input and output';
  if (socket !== undefined && socket > 65_535) return `--socket ${socket}: ports end at 65535`;
  return undefined;
}

/**
 * Runs the language server until the editor sends `exit` or disconnects. The exit code is 0 after `shutdown`, else 1. Options of the
 * command line take precedence over config files, as for the linter; invalid ones are reported on stderr, with exit code 2.
 */
export async function startServer(options: LintOptions, host: LintHost): Promise<void> {
  const cwd = process.cwd();
  try {
    const rules = (await host.crossFile?.())?.rules ?? [];
    const settings = await commandLineSettings(options, cwd, async () => rules.map(({ id }) => id));
    const transport = transportError(options);
    if (transport !== undefined) throw new UsageError(transport);
    // The worker starts while the server is still loaded and the editor sends `initialize`.
    const queue = jobQueue(host.workerScript(), { timeout: options.timeout });
    const [{ connect }, { serveEditor }] = await Promise.all([import('./connect.ts'), import('./server.ts')]);
    serveEditor(connect(options), { options, settings, version: host.version, queue, cwd, rules });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${host.program}: ${error.message}\n`);
    process.exitCode = 2;
  }
}
