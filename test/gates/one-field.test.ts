// watchdog: 180 s
import { compile } from '@slipway/schema-tools';
import { admissionWarnings } from '@slipway/schema-tools/admission';
import { App, TerraformStack } from 'cdktf';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Slipway, warnDeprecated, Workspace } from '../../constructs/src/index.ts';
import { jsonSchema } from '../../declarations/src/derive/index.ts';
import { runEngine } from '../../src/engine/run-engine.ts';
import { mirrorFolder } from '../../src/engine/package-root.ts';
import { workspace } from '../../declarations/src/resources/workspaces/index.ts';
import { openService } from '../../service/src/start.ts';
import { engine, token } from '../engine/support/engine-fixture.ts';
import { runSlipway } from '../support/cli.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** One deprecated field of one resource, written once: every gate it passes says the same of it. */
const test = suite('one deprecated field, five gates');
const real = engine.found ? test : skipWithReason(test, engine.reason);

const message = 'Use `execution_mode`: "remote" for true, "local" for false.';

/** A synthesized stack that says `operations`; and what the constructs say of it. */
const synthesized = () => {
  const outdir = temporaryFolder();
  const app = new App({ outdir });
  const stack = new TerraformStack(app, 'gates');
  new Slipway(stack);
  new Workspace(stack, 'web', { name: 'web', operations: false });
  warnDeprecated(app);
  app.synth();
  const { stacks } = JSON.parse(readFileSync(join(outdir, 'manifest.json'), 'utf8')) as {
    stacks: { gates: { annotations: { constructPath: string; level: string; message: string }[] } };
  };
  return {
    folder: join(outdir, 'stacks', 'gates'),
    annotations: stacks.gates.annotations.map(({ constructPath, level, message: values }) => [constructPath, level, values]),
  };
};

interface Diagnosed {
  readonly severity: string;
  readonly summary: string;
  readonly detail: string;
  readonly address?: string;
  readonly snippet?: { readonly code: string };
}
const reported = ({ severity, summary, detail, address }: Diagnosed) => [severity, summary, detail, address];

real('lint, synth, plan, the service and admission report it with the same message', async () => {
  const { folder, annotations } = synthesized();
  assert.equal(annotations, [['gates/web', '@cdktf/warn', `"operations" is deprecated: ${message}`]], 'synth');

  const { code, stdout, stderr } = await runSlipway(['lint', '--format', 'json', 'cdk.tf.json'], { folder });
  assert.equal([code, stderr], [0, ''], 'lint ran');
  const findings = JSON.parse(stdout) as readonly Record<string, unknown>[];
  assert.equal(
    findings.map(({ rule, severity, pointer, message: values }) => [rule, severity, pointer, values]),
    [['deprecated', 'warning', '/resource/slipway_workspace/web/operations', message]],
    'lint',
  );

  const service = await openService({ store: 'memory', organization: 'acme', token, test: true });
  try {
    const environment = {
      ...process.env,
      SLIPWAY_WORKSPACES_ADDRESS: service.address,
      SLIPWAY_WORKSPACES_TOKEN: token,
      SLIPWAY_WORKSPACES_ORGANIZATION: 'acme',
    };
    const run = async (...args: string[]) => {
      const ran = await runEngine(engine.found!, args, { folder, mirror: mirrorFolder(), environment });
      if (ran.code !== 0) throw new Error(`${args.join(' ')} ended with ${ran.code}:\n${ran.stdout}\n${ran.stderr}`);
      return ran.stdout;
    };
    await run('init', '-no-color');
    const { diagnostics } = JSON.parse(await run('validate', '-json')) as { diagnostics: Diagnosed[] };
    assert.equal(diagnostics.map(reported), [['warning', '"operations" is deprecated', message, 'slipway_workspace.web']], 'validate');
    const planned = (await run('plan', '-json'))
      .trim()
      .split('\n')
      .map((client) => JSON.parse(client) as { diagnostic?: Diagnosed })
      .flatMap(({ diagnostic }) => diagnostic ?? []);
    // The engine validates before it plans and again as it plans: how often it shows a warning is its own affair.
    assert.equal(
      [...new Set(planned.map((one) => reported(one).join(' | ')))],
      [`warning | "operations" is deprecated | ${message} | slipway_workspace.web`],
      'plan',
    );

    const answer = await fetch(`${service.address}/api/v2/organizations/acme/workspaces`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
      body: JSON.stringify({ data: { type: 'workspaces', attributes: { name: 'web', operations: false } } }),
    });
    assert.equal(
      [answer.status, answer.headers.get('deprecation'), answer.headers.get('warning')],
      [
        201,
        'true',
        '299 - "\\"operations\\" is deprecated: Use `execution_mode`: \\"remote\\" for true, ' +
          '\\"local\\" for false. (`execution_mode` is `execution-mode` here)"',
      ],
      'the service',
    );
    const { entries } = (await (await fetch(`${service.address}/_local/requests`)).json()) as {
      entries: { path: string; warnings?: string[] }[];
    };
    assert.equal(
      entries.filter(({ warnings }) => warnings).map(({ path, warnings }) => [path, warnings]),
      [
        [
          '/api/v2/organizations/acme/workspaces',
          [`"operations" is deprecated: ${message} (\`execution_mode\` is \`execution-mode\` here)`],
        ],
      ],
      'its journal',
    );
  } finally {
    await service.close();
  }

  const kind = await compile({ type: 'object', properties: { spec: jsonSchema(workspace) } });
  const object = {
    apiVersion: 'slipway.example/v1',
    kind: 'Workspace',
    metadata: { name: 'web' },
    spec: { name: 'web', operations: false },
  };
  assert.equal(admissionWarnings(kind, { object }), [`spec.operations is deprecated: ${message}`], 'admission');
});

test.run();
