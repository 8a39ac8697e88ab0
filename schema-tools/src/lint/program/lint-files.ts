import type { LintPool } from '../run/lint-pool.ts';
import type { LintOptions, LintHost } from './lint-options.ts';
import { progress } from './progress.ts';
import { lintOutcome } from './lint-outcome.ts';
import { openSession } from './lint-session.ts';
import { reportUserError } from './usage-error.ts';
import { handleStdoutErrors, writeStdout } from './stdout.ts';

/** Files that take less time than starting a worker for them. */
const maxInlineFiles = 3;

/** Lints, writes the result to stdout, and answers the exit code. */
export async function lintFiles(args: readonly string[], options: LintOptions, surroundings: LintHost, workers: LintPool): Promise<number> {
  handleStdoutErrors(surroundings.program);
  if (options.printRules) {
    const { implicitRules: others, rules } = await import('../rules/index.ts');
    const across = (await surroundings.crossFile?.())?.rules ?? [];
    await writeStdout([...rules, ...others, ...across].map(({ id, severity, doc }) => `${id} (${severity}): ${doc}\n`).join(''));
    return 0;
  }
  const session = openSession(args, options, surroundings, workers);
  try {
    if (options.watch) {
      const { watchFiles } = await import('../watch/watch-files.ts');
      return await watchFiles(options, session, surroundings);
    }
    const files = await session.files();
    const shown = progress(files.length);
    const typed = options.stdin ? await (await import('node:stream/consumers')).buffer(process.stdin) : undefined;
    try {
      const first =
        files.length <= maxInlineFiles
          ? await session.lintInline(files, typed)
          : await Promise.all(
              files.map(async (named) => {
                const one = await session.lint(named, typed);
                shown.step();
                return one;
              }),
            );
      const linted = options.printSchema ? first : await session.lintAcrossFiles(first, typed);
      shown.end();
      if (options.printSchema) {
        const { formatChoices: explanation } = await import('./format-choices.ts');
        await writeStdout(
          explanation(
            linted.map(({ name, result: done }) => ({ name, choices: done.choices })),
            options.format,
            session.cwd,
          ),
        );
        const outcome = linted.flatMap(({ result: done }) => (done.isIncomplete ? done.findings : []));
        for (const { file, line, column, message } of outcome)
          process.stderr.write(`${surroundings.program}: ${file}:${line}:${column}: ${message}\n`);
        return outcome.length > 0 ? 2 : 0;
      }
      const { text, code } = await lintOutcome(linted, options, session, surroundings.version);
      process.exitCode = code;
      await writeStdout(text);
      return code;
    } finally {
      shown.end();
    }
  } catch (error) {
    reportUserError(error, surroundings.program);
    return 2;
  }
}
