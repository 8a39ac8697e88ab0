import { Argument, Command } from 'commander';
import { connectionOptions } from '../connection-options.ts';

export const openCommand = (): Command =>
  connectionOptions(
    new Command('open')
      .description('print the address of a page of the service, and open it in a browser')
      .addArgument(new Argument('[what]', 'whose page; default: that of the service').choices(['workspace', 'run', 'pipeline']))
      .argument('[name]', 'a workspace (name or ws-…), a run (run-…), a pipeline (ID) or a CI project (slug)')
      .option('--print', 'only print it'),
  ).action(async (what, name, options) => {
    const { findPage } = await import('../pages/find-page.ts');
    const { address, advice } = await findPage(what, name, options);
    console.log(address);
    if (options.print) return;
    const { openBrowser } = await import('../pages/open-browser.ts');
    const problem = await openBrowser(address);
    for (const line of [problem, advice]) if (line !== undefined) process.stderr.write(`${line}\n`);
  });
