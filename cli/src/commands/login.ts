import { Command, Option } from 'commander';

export const loginCommand = (): Command =>
  new Command('login')
    .description('check a token and store it for plan, deploy and destroy')
    .argument('[address]', 'address of the service', 'http://127.0.0.1:4000')
    .option('--organization <name>', 'the organization (default: the only one that the token can access)')
    .addOption(new Option('--dialect <name>', 'the API dialect of the service').choices(['neutral', 'hosted']).default('neutral'))
    .addHelpText('after', '\nThe token is read from the terminal, or from standard input.')
    .action(async (address: string, options) => {
      const { logIn } = await import('../login/log-in.ts');
      console.log(await logIn(address, options));
    });

export const logoutCommand = (): Command =>
  new Command('logout').description('remove the token that login stored').action(async () => {
    const { removeLogin } = await import('../login/login-file.ts');
    const { removeEngineConfiguration } = await import('../login/engine-configuration.ts');
    removeLogin();
    removeEngineConfiguration();
    console.log('Logged out.');
  });
