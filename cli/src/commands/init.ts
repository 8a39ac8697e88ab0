import { Command, Option } from 'commander';

export const initCommand = (): Command =>
  new Command('init')
    .description('write a small app that can be deployed')
    .argument('[folder]', 'folder of the app', '.')
    .addOption(new Option('--hcl', 'write HCL instead of TypeScript').conflicts(['cdktn', 'template']))
    .option('--cdktn', 'write the app for cdktn instead of cdktf')
    .option('--template <name>', 'write an example instead, such as platform')
    .option('--no-install', 'do not install packages')
    .action(async (folder: string, options) => {
      const { initApp } = await import('../init/init-app.ts');
      console.log(initApp(folder, options));
    });
