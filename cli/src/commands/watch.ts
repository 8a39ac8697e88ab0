import type { Command } from 'commander';
import { engineOptions } from '../app/engine-options.ts';
import { parallelOptions, stacksCommand } from '../app/stacks-command.ts';

export const watchCommand = (): Command =>
  parallelOptions(engineOptions(stacksCommand('watch', 'plan, and plan again whenever a file changes, until Ctrl-C'))).action(
    async (names: string[], options) => {
      const { watchStacks: watch } = await import('../app/watch-stacks.ts');
      await watch(names, options);
    },
  );
