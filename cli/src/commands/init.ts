import { Command, Option } from 'commander';

export const initCommand = (): Command =>
  new Command('init')
    .description('write a small app that can be deployed')
    .argument('[folder]', 'folder of the app', '.')
    .addOption(new Option('--hcl', 'write HCL instead of TypeScript').conflicts(['cdktn', 'template', 'packages']))
    .option('--cdktn', 'write the app for cdktn instead of cdktf')
    .option('--template <name>', 'write an example instead, such as platform')
    .option('--packages <folder>', "folder of the archives of Slipway's packages; default: where npm installed this command line from")
    .option('--no-install', 'do not install packages')
    .action(async (folder: string, options) => {
      const { initApp } = await import('../init/init-app.ts');
      console.log(initApp(folder, options));
    });
