import type { Command } from 'commander';
import { engineOptions } from '../app/engine-options.ts';
import { parallelOptions, stacksCommand } from '../app/stacks-command.ts';

export const planCommand = (): Command =>
  parallelOptions(
    engineOptions(
      stacksCommand('plan', 'synthesize and show the changes of a deployment')
        .alias('diff')
        .option('--detailed-exitcode', 'exit with code 2 if there are changes')
        .option('--destroy', 'plan the destruction of everything')
        .option('--out <file>', 'save the plan of one stack; `slipway deploy FILE` applies it')
        .option('--check', 'for pipelines: a summary in Markdown, and exit code 2 if there are changes')
        .option('--summary <file>', 'with --check: write the summary to a file')
        .option('--junit <file>', 'with --check: write a JUnit report, one test case for each resource')
        .option('--sarif <file>', 'with --check: write deprecations as SARIF'),
    ),
  ).action(async (names: string[], options) => {
    const { runPlanCommand } = await import('../app/run-plan-command.ts');
    if (await runPlanCommand(names, options)) process.exitCode = 2;
  });
