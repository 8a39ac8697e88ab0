/**
 * `slipway plan` of an app with one workspace, beside the engine's own plan with the installed plugin and, where SLIPWAY_BENCH_CDKTF names
 * the program, `cdktf diff`, in turn: `tsx bench/slipway-plan.ts`. Needs `npm run build`, and an engine.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { providerAddress } from '../src/engine/address.ts';
import { findEngine } from '../src/engine/find-engine.ts';
import { renderCliConfiguration } from '../src/engine/cli-configuration.ts';
import { version } from '../declarations/src/version.ts';
import { cleanEnvironment } from './parts/environment.ts';
import { type Figure, type Measure, median } from './parts/figure.ts';
import { copyPrograms } from './parts/programs.ts';
import { runStandalone } from './parts/run-standalone.ts';
import { serviceProcess, token } from './parts/service-process.ts';

const rounds = 11;
const root = join(import.meta.dirname, '..');

const app = `const { App, TerraformProvider, TerraformResource, TerraformStack } = require('cdktf');
const app = new App();
const stack = new TerraformStack(app, 'base');
new TerraformProvider(stack, 'slipway', {
  terraformResourceType: 'slipway',
  terraformGeneratorMetadata: { providerName: 'slipway', providerVersion: '${version}', providerVersionConstraint: '${version}' },
  terraformProviderSource: '${providerAddress}',
});
class Workspace extends TerraformResource {
  synthesizeAttributes() {
    return { name: 'one' };
  }
}
new Workspace(stack, 'one', { terraformResourceType: 'slipway_workspace', terraformGeneratorMetadata: { providerName: 'slipway' } });
app.synth();
`;

/** Milliseconds of a command; throws with what it printed unless it succeeds. */
const time = (folder: string, environment: NodeJS.ProcessEnv, [program, ...args]: readonly string[]): Promise<number> => {
  const began = performance.now();
  const child = spawn(program!, args, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(performance.now() - began);
      else reject(new Error(`${program} ${args.join(' ')} ended with ${code}:\n${text.slice(-3000)}`));
    });
  });
};

/** A folder with the app, once for each program: each initializes the engine's folder in its own way. */
const createFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-plan-'));
  writeFileSync(
    join(folder, 'cdktf.json'),
    JSON.stringify({ language: 'typescript', app: 'node app.cjs', projectId: 'bench', sendCrashReports: 'false' }),
  );
  writeFileSync(join(folder, 'app.cjs'), app);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
};

interface Times {
  readonly app: readonly number[];
  readonly ours: readonly number[];
  readonly without: readonly number[];
  readonly bare: readonly number[];
  readonly theirs: readonly number[];
}

const listFigures = ({ app: synthesis, ours, without, bare, theirs }: Times): readonly Figure[] => {
  const share = (of: readonly number[], beside: readonly number[]): readonly number[] => of.map((ms, at) => ms / beside[at]!);
  const where =
    `the app itself took ${median(synthesis).toFixed(0)} ms (node and cdktf), the rest of the plan ${median(without).toFixed(0)} ms: ` +
    'one start of Node, the version of the engine and its plan';
  const absent = 'SLIPWAY_BENCH_CDKTF does not name the program cdktf';
  return [
    { title: 'the app by itself, `node app.cjs`', unit: 'ms', samples: synthesis },
    { title: '`slipway plan`', unit: 'ms', samples: ours },
    { title: '`slipway plan --no-synth`', unit: 'ms', samples: without },
    { title: '`terraform plan`, installed plugin', unit: 'ms', samples: bare },
    { title: '`cdktf diff`', unit: 'ms', samples: theirs, explanation: absent },
    { title: '`slipway plan` / `terraform plan`', unit: '×', samples: share(ours, bare), target: { atMost: 0.5 }, explanation: where },
    {
      title: '`slipway plan --no-synth` / `terraform plan`',
      unit: '×',
      samples: share(without, bare),
      target: { atMost: 0.5 },
      explanation: where,
    },
    {
      title: '`slipway plan` / `cdktf diff`',
      unit: '×',
      samples: theirs.length ? share(ours, theirs) : [],
      target: { atMost: 0.25 },
      explanation: absent,
    },
  ];
};

export const measure: Measure = async (progress) => {
  const { SLIPWAY_BENCH_CDKTF: cdktf } = process.env;
  const [engine, programs] = [findEngine(), copyPrograms()];
  const service = await serviceProcess(['--in-memory']);
  const [folder, theirFolder] = [createFolder(), createFolder()];
  const settings = join(theirFolder, 'cli.tfrc');
  writeFileSync(settings, renderCliConfiguration(programs.mirror));
  const environment = {
    ...cleanEnvironment,
    SLIPWAY_WORKSPACES_ADDRESS: service.address,
    SLIPWAY_WORKSPACES_TOKEN: token,
    SLIPWAY_WORKSPACES_ORGANIZATION: 'acme',
    CHECKPOINT_DISABLE: '1',
  };
  const installed = { ...environment, TF_CLI_CONFIG_FILE: settings };
  const slipway = (...words: readonly string[]) => time(folder, environment, [process.execPath, programs.slipway, ...words]);
  const stack = join(theirFolder, 'bare');
  const times = { app: [] as number[], ours: [] as number[], without: [] as number[], bare: [] as number[], theirs: [] as number[] };
  try {
    await slipway('plan');
    cpSync(join(folder, 'cdktf.out/stacks/base/cdk.tf.json'), join(stack, 'cdk.tf.json'));
    await time(stack, installed, [engine.path, 'init', '-input=false']);
    // cdktf asks registries for hashes where there is no lock file, whatever the mirror.
    cpSync(join(stack, '.terraform.lock.hcl'), join(theirFolder, 'cdktf.out/stacks/base/.terraform.lock.hcl'));
    if (cdktf) await time(theirFolder, installed, [cdktf, 'diff', 'base']);
    for (let round = 0; round < rounds; round++) {
      times.app.push(await time(folder, environment, [process.execPath, 'app.cjs']));
      times.ours.push(await slipway('plan'));
      times.without.push(await slipway('plan', '--no-synth'));
      times.bare.push(await time(stack, installed, [engine.path, 'plan', '-input=false']));
      if (cdktf) times.theirs.push(await time(theirFolder, installed, [cdktf, 'diff', 'base']));
      progress(`round ${round + 1} of ${rounds}`);
    }
  } finally {
    for (const one of [folder, theirFolder]) rmSync(one, { recursive: true, force: true });
    await service.end();
  }
  return listFigures(times);
};

await runStandalone(import.meta, measure);
