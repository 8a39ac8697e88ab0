import type { Command } from 'commander';
import { stacksCommand } from '../app/stacks-command.ts';

export const outputCommand = (): Command =>
  stacksCommand('output', 'show the outputs of deployed stacks; sensitive ones only with --json')
    .option('--json', 'print JSON: by stack and name, with sensitive values')
    .action(async (names: string[], options) => {
      const { forEachStack: eachStack } = await import('../app/for-each-stack.ts');
      const { readOutputs, renderOutputs } = await import('../app/outputs.ts');
      const outputs: Record<string, Awaited<ReturnType<typeof readOutputs>>> = {};
      await eachStack(names, { ...options, concurrency: '1' }, async (stack) => {
        outputs[stack.name] = await readOutputs(stack);
      });
      console.log(renderOutputs(outputs, options.json === true));
    });
