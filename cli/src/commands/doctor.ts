import { Command } from 'commander';

export const doctorCommand = (): Command =>
  new Command('doctor')
    .description('check engine, provider, services and tokens, and suggest how to fix problems')
    .option('--json', 'print the findings as JSON')
    .action(async (options) => {
      const { examine, renderFindings } = await import('../doctor/examine.ts');
      const { paintFor } = await import('../color/colors.ts');
      const findings = await examine(process.cwd());
      console.log(options.json ? JSON.stringify(findings) : renderFindings(findings, paintFor('stdout')));
      if (findings.some(({ status }) => status === 'failure')) process.exitCode = 1;
    });
