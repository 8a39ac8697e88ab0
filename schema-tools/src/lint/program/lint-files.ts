import type { Pool } from '../run/pool.ts';
import type { LintOptions, Surroundings } from './options.ts';
import { progress } from './progress.ts';
import { outcomeOf } from './outcome.ts';
import { openSession } from './session.ts';
import { tellFault } from './usage-fault.ts';
import { mindStdout, writeOut } from './write-out.ts';

/** Files that take less time than starting a worker for them. */
const few = 3;

/** Lints, writes the result to stdout, and answers the exit code. */
export async function lintFiles(args: readonly string[], options: LintOptions, surroundings: Surroundings, workers: Pool): Promise<number> {
  mindStdout(surroundings.program);
  if (options.printRules) {
    const { others, rules } = await import('../rules/index.ts');
    const across = (await surroundings.across?.())?.rules ?? [];
    await writeOut([...rules, ...others, ...across].map(({ id, severity, doc }) => `${id} (${severity}): ${doc}\n`).join(''));
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
      const first = files.length <= few ? await session.lintFew(files, typed) : await Promise.all(files.map(async (named) => { const one = await session.lint(named, typed); shown.step(); return one; }));
      const linted = options.printSchema ? first : await session.across(first, typed);
      shown.end();
      if (options.printSchema) {
        const { explanation } = await import('./print-schema.ts');
        await writeOut(explanation(linted.map(({ name, done }) => ({ name, choices: done.choices })), options.format, session.cwd));
        const outcome = linted.flatMap(({ done }) => (done.undone ? done.findings : []));
        for (const { file, line, column, message } of outcome) process.stderr.write(`${surroundings.program}: ${file}:${line}:${column}: ${message}\n`);
        return outcome.length > 0 ? 2 : 0;
      }
      const { text, code } = await outcomeOf(linted, options, session, surroundings.version);
      process.exitCode = code;
      await writeOut(text);
      return code;
    } finally { shown.end(); }
  } catch (error) {
    tellFault(error, surroundings.program);
    return 2;
  }
}
