// watchdog: 300 s
/** Bindings of the provider as `cdktf get` writes them, in languages of its own: what people do who do not take our constructs. */
import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from '../../src/engine/package-root.ts';
import { openService } from '../../service/src/start.ts';
import { engine, token } from '../engine/support/engine-fixture.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { cliConfiguration, programEnvironment, runProgramAside as run } from './support/cdktf-program.ts';

const test = suite('bindings that `cdktf get` writes');
const { SLIPWAY_CDKTF: program, SLIPWAY_PYTHON: python } = process.env;

const settings = (language: string, app: string): string =>
  JSON.stringify({
    language,
    app,
    projectId: 'p',
    sendCrashReports: 'false',
    terraformProviders: [{ name: 'slipway', source: 'terraform.local/slipway/slipway', version: '0.1.0' }],
    codeMakerOutput: 'imports',
  });

/** Where classes in TypeScript are. */
const written = './imports/providers/slipway';
const typescript = `import { App, TerraformOutput, TerraformStack } from 'cdktf';
import { Project } from '${written}/project';
import { SlipwayProvider } from '${written}/provider';
import { Workspace } from '${written}/workspace';

const app = new App();
const stack = new TerraformStack(app, 'platform');
new SlipwayProvider(stack, 'slipway', {});
const project = new Project(stack, 'payments', { name: 'payments' });
const web = new Workspace(stack, 'web', { name: 'web', projectId: project.id, tags: { env: 'production' } });
new TerraformOutput(stack, 'project', { value: web.projectId });
app.synth();
`;
const pythonApp = `from cdktf import App, TerraformOutput, TerraformStack
from imports.slipway.project import Project
from imports.slipway.provider import SlipwayProvider
from imports.slipway.workspace import Workspace

app = App()
stack = TerraformStack(app, "platform")
SlipwayProvider(stack, "slipway")
project = Project(stack, "payments", name="payments")
web = Workspace(stack, "web", name="web", project_id=project.id, tags={"env": "production"})
TerraformOutput(stack, "project", value=web.project_id)
app.synth()
`;

const findAbsent = (language: string): string => {
  if (!program) return 'SLIPWAY_CDKTF does not name the program cdktf';
  if (!engine.found) return engine.reason;
  if (language !== 'python') return '';
  if (!python) return 'SLIPWAY_PYTHON does not name a Python with the package cdktf';
  return spawnSync(python, ['-c', 'import cdktf']).status === 0 ? '' : `${python} has no package cdktf`;
};

for (const [language, app, file, text] of [
  ['typescript', 'npx tsx main.ts', 'main.ts', typescript],
  ['python', 'python main.py', 'main.py', pythonApp],
] as const) {
  const absent = findAbsent(language);
  const real = absent === '' ? test : skipWithReason(test, absent);
  real(`in ${language}: written, synthesized, deployed, planned without a change, destroyed`, async () => {
    const service = await openService({ store: 'memory', organization: 'acme', token, test: true });
    try {
      const folder = temporaryFolder({ [file]: text, 'cdktf.json': settings(language, app), ...cliConfiguration() });
      symlinkSync(join(packageRoot(), 'node_modules'), join(folder, 'node_modules'));
      const environment = programEnvironment(folder, service.address);
      const programs = [...(python ? [dirname(python)] : []), dirname(engine.found!.path), process.env['PATH']];
      environment['PATH'] = programs.join(delimiter);
      await run(folder, program!, ['get'], environment);
      const slipway = (...args: readonly string[]) =>
        run(folder, process.execPath, [join(packageRoot(), 'cli/bin/slipway.cjs'), ...args], {
          ...environment,
          TF_CLI_CONFIG_FILE: undefined,
        });
      assert.match(await slipway('deploy', '--auto-approve'), 'Apply complete! Resources: 2 added');
      assert.match(await slipway('output'), /^project = "prj-[^"]+"$/m);
      assert.match(await slipway('plan', '--detailed-exitcode', '--no-synth'), 'No changes.');
      assert.match(await slipway('destroy', '--auto-approve', '--no-synth'), ', 2 destroyed.');
    } finally {
      await service.close();
    }
  });
}

test.run();
