import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { callsFile, entryFile, handshakeFile, serverFile, standbyFile } from '../../../protocol/plugin-files.ts';
import { launcherScript } from '../../../protocol/launcher-script.ts';

export interface Engine {
  readonly program: string;
  readonly version: string;
}

/** Terraform or OpenTofu on the PATH; undefined when there is neither. */
export const findEngine = (): Engine | undefined => {
  for (const program of ['terraform', 'tofu']) {
    const { status, stdout } = spawnSync(program, ['version', '-json'], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] ?? '', CHECKPOINT_DISABLE: '1' },
    });
    if (status === 0) return { program, version: String(JSON.parse(stdout).terraform_version) };
  }
  return undefined;
};

export const address = 'terraform.local/test/fixture';

const platform = `${process.platform === 'win32' ? 'windows' : process.platform}_${process.arch === 'x64' ? 'amd64' : process.arch}`;

const fixtureLauncher = launcherScript({ bundleFile: entryFile, minimumNode: '20.19', digest: 'fixture' });

/** A mirror that holds a bundle as version 1.0.0: a launcher and the files of the program beside it. */
export const createMirror = (folder: string, bundle: string, text = fixtureLauncher): string => {
  const mirror = join(folder, 'mirror');
  const installed = join(mirror, address, '1.0.0', platform);
  mkdirSync(installed, { recursive: true });
  for (const file of [entryFile, handshakeFile, standbyFile, serverFile, callsFile])
    cpSync(join(dirname(bundle), file), join(installed, file));
  writeFileSync(join(installed, 'terraform-provider-fixture_v1.0.0'), text, { mode: 0o755 });
  return mirror;
};

export interface CommandResult {
  readonly status: number;
  readonly text: string;
}
export interface Workbench {
  readonly folder: string;
  write(configuration: string): void;
  /** `started` is given the process, to send it signals. */
  run(args: readonly string[], environment?: Record<string, string>, started?: (child: ChildProcess) => void): Promise<CommandResult>;
}

const required = `terraform {\n  required_providers {\n    fixture = { source = "${address}" }\n  }\n}\n`;

/** A folder with a configuration, and an engine that knows no CLI configuration but the one given here. */
export const createWorkbench = (
  engine: Engine,
  folder: string,
  environment: Record<string, string>,
  cliConfiguration: string,
): Workbench => {
  mkdirSync(folder, { recursive: true });
  const rc = join(folder, 'cli.tfrc');
  writeFileSync(rc, cliConfiguration);
  const base = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    TF_CLI_CONFIG_FILE: rc,
    CHECKPOINT_DISABLE: '1',
    TF_IN_AUTOMATION: '1',
    ...environment,
  };
  return {
    folder,
    write: (configuration) => writeFileSync(join(folder, 'main.tf'), required + configuration),
    run: (args, more = {}, started = () => {}) =>
      new Promise((resolve) => {
        const child = spawn(engine.program, args, { cwd: folder, env: { ...base, ...more }, stdio: ['ignore', 'pipe', 'pipe'] });
        started(child);
        let text = '';
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (chunk) => {
            text += String(chunk);
          });
        child.once('close', (status) => resolve({ status: status ?? -1, text: text.replace(/\u001b\[[0-9;]*m/g, '') }));
      }),
  };
};
