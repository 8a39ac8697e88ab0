import { Argument, Command } from 'commander';

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;

export const completionCommand = (): Command =>
  new Command('completion')
    .description('print the completion script of a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .action(async (shell: (typeof shells)[number]) => {
      const { completionScripts } = await import('../completion/completion-scripts.ts');
      process.stdout.write(completionScripts[shell]);
    });

/** What the scripts call; in no help. */
export const completeCommand = (): Command =>
  new Command('complete')
    .argument('[words...]', 'the words of the command line')
    .action(async (words: readonly string[], _options, command: Command) => {
      const { completeWords } = await import('../completion/complete-words.ts');
      // PowerShell cannot pass an empty word.
      const current = words.map((word) => (word === '""' ? '' : word));
      for (const { word, description } of completeWords(command.parent!, current)) console.log(`${word}\t${description}`);
    });
