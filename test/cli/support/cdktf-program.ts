/** The command lines of CDKTF, with a service and the mirror of the provider. They are no dependencies: variables name where they are. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { mirrorFolder } from '../../../src/engine/package-root.ts';
import { engine, token } from '../../engine/support/engine-fixture.ts';

/** What it printed. Throws unless it ends with 0. Not on this process's thread, which has the service. */
export const runProgramAside = (
  folder: string,
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
    child.once('error', reject).once('close', (code) => {
      if (code === 0) resolve(text);
      else reject(new Error(`${args.join(' ')} ended with ${code}:\n${text}`));
    });
  });

/** A CLI configuration of the engine, as a file of an app. */
export const cliConfiguration = (): Readonly<Record<string, string>> => ({
  'cli.tfrc': `provider_installation {\n  filesystem_mirror {\n    path = "${mirrorFolder()}"\n  }\n}\n`,
});

/** For an app in `folder` that has `cliConfiguration`. */
export const programEnvironment = (folder: string, address: string): NodeJS.ProcessEnv => ({
  ...process.env,
  TERRAFORM_BINARY_NAME: engine.found!.path,
  TF_CLI_CONFIG_FILE: join(folder, 'cli.tfrc'),
  SLIPWAY_WORKSPACES_ADDRESS: address,
  SLIPWAY_WORKSPACES_TOKEN: token,
  SLIPWAY_WORKSPACES_ORGANIZATION: 'acme',
  CHECKPOINT_DISABLE: '1',
  DISABLE_VERSION_CHECK: '1',
  CI: '1',
});
