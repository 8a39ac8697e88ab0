// watchdog: 240 s
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { adoptFromHcl } from '../../cli/src/adopt/from-hcl/adopt-from-hcl.ts';
import { counterparts } from '../../cli/src/adopt/from-hcl/counterparts.ts';
import type { Engine } from '../../src/engine/find-engine.ts';
import { runEngine } from '../../src/engine/run-engine.ts';
import { openService } from '../../service/src/start.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { engine, token } from './support/engine-fixture.ts';
import { otherPublicTypes } from './support/other-public-types.ts';
import { publicModules } from './support/public-modules.ts';
import { providers, publicConfiguration, required } from './support/public-configuration.ts';
import { writeStandIns } from './support/stand-in.ts';

const FromHcl = suite('slipway adopt --from-hcl, under the real engine');
const real = engine.found ? FromHcl : skipWithReason(FromHcl, engine.reason);

interface StateFile {
  serial: number;
  resources: { mode: string; type: string; name: string; provider: string; instances: { attributes: Record<string, unknown> }[] }[];
}

/** Members of their states that ours have under another name. */
const theirNames: { readonly [type: string]: { readonly [theirs: string]: string } } = {
  circleci_context: { organization_id: 'organization' },
  circleci_trigger: { pipeline_id: 'pipeline_definition_id' },
};

/** The state as the public providers would have left it. */
const toPublicState = (state: StateFile, moves: readonly { readonly from: string; readonly to: string }[]): StateFile => ({
  ...state,
  serial: state.serial + 1,
  resources: state.resources.map((resource) => {
    const { from } = moves.find(({ to }) => to === `${resource.type}.${resource.name}`)!;
    const type = from.split('.')[0]!;
    const provider = type.startsWith('tfe_') ? providers.tfe : providers.circleci;
    const instances = resource.instances.map(({ attributes, ...rest }) => ({
      ...('index_key' in rest ? { index_key: rest.index_key } : {}),
      schema_version: 0,
      attributes: {
        ...attributes,
        ...Object.fromEntries(Object.entries(theirNames[type] ?? {}).map(([theirs, ours]) => [theirs, attributes[ours]])),
      },
    }));
    // A move of their time that was not applied.
    const name = type === 'tfe_team' ? 'operators' : resource.name;
    return { ...resource, type, name, provider: `provider["${provider}"]`, instances };
  }),
});

real('a configuration of both public providers is rewritten; the plan moves every object and destroys none', async () => {
  const service = await openService({ store: 'memory', organization: 'acme', token, test: true });
  try {
    const answer = await fetch(`${service.address}/api/v2/me/collaborations`, { headers: { 'Ci-Token': token } });
    const [owner] = (await answer.json()) as readonly { readonly id: string }[];
    const folder = temporaryFolder({ 'main.tf': publicConfiguration(owner!.id) });
    const mirror = writeStandIns(folder, Object.values(providers));
    const environment = {
      ...process.env,
      SLIPWAY_WORKSPACES_ADDRESS: service.address,
      SLIPWAY_WORKSPACES_TOKEN: token,
      SLIPWAY_CI_ADDRESS: service.address,
      SLIPWAY_CI_TOKEN: token,
    };
    const run = async (...args: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await runEngine(engine.found as Engine, [...args, '-no-color'], { folder, mirror, environment });
      assert.is(code, 0, `${args.join(' ')}\n${stdout}\n${stderr}`);
      return stdout;
    };
    const { moves, remarks } = JSON.parse(adoptFromHcl(folder, { json: true }));
    assert.equal(
      remarks.map(({ subject, reason }: { subject: string; reason: string }) => `${subject}: ${reason}`),
      ['circleci_project.web.project_provider: removed: slipway_ci_project does not need it'],
    );
    assert.equal(readdirSync(folder).sort(), ['main.tf', 'mirror', 'slipway_moves.tf']);
    await run('init');
    await run('apply', '-auto-approve');
    const file = join(folder, 'terraform.tfstate');
    writeFileSync(file, JSON.stringify(toPublicState(JSON.parse(readFileSync(file, 'utf8')), moves)));
    await run('init');
    const plan = await run('plan');
    const moved = [...plan.matchAll(/(\S+) has moved to (\S+)/g)].map(([, from, to]) => `${from} -> ${to}`);
    assert.equal(moved.sort(), [
      'circleci_context.deploy -> slipway_ci_context.deploy',
      'circleci_context_restriction.web -> slipway_ci_context_restriction.web',
      'circleci_pipeline.build -> slipway_ci_pipeline_definition.build',
      'circleci_project.web -> slipway_ci_project.web',
      'circleci_trigger.pushes -> slipway_ci_trigger.pushes',
      'tfe_project.shop -> slipway_project.shop',
      'tfe_run_trigger.web -> slipway_run_trigger.web',
      'tfe_team.operators -> slipway_team.ops',
      'tfe_team_access.ops -> slipway_team_workspace_access.ops',
      'tfe_variable.region -> slipway_variable_set_variable.region',
      'tfe_variable.stage -> slipway_workspace_variable.stage',
      'tfe_variable_set.shared -> slipway_variable_set.shared',
      'tfe_workspace.service["api"] -> slipway_workspace.service["api"]',
      'tfe_workspace.service["web"] -> slipway_workspace.service["web"]',
      'tfe_workspace_variable_set.shared["api"] -> slipway_variable_set_workspace.shared["api"]',
      'tfe_workspace_variable_set.shared["web"] -> slipway_variable_set_workspace.shared["web"]',
    ]);
    assert.match(plan, 'Plan: 0 to add, 0 to change, 0 to destroy.');

    writeFileSync(join(folder, 'main.tf'), `${required}${otherPublicTypes}`);
    rmSync(join(folder, 'slipway_moves.tf'));
    const other = JSON.parse(adoptFromHcl(folder, { json: true }));
    assert.equal(
      other.remarks.map(({ subject }: { subject: string }) => subject),
      [
        'circleci_project.web.project_provider',
        'circleci_runner_resource_class.linux.organization_id',
        'circleci_runner_token.linux.organization_id',
      ],
    );
    const types = [...moves, ...other.moves].map(({ from }: { from: string }) => from.split('.')[0]!);
    assert.equal([...new Set(types)].sort(), Object.keys(counterparts.resource).sort());
    assert.match(await run('validate'), 'The configuration is valid');
  } finally {
    await service.close();
  }
});

real('modules, dynamic blocks and tests: the tests pass, and the plan moves the objects of the modules and destroys none', async () => {
  const service = await openService({ store: 'memory', organization: 'acme', token, test: true, settings: { edition: 'self-hosted' } });
  try {
    const folder = temporaryFolder(publicModules);
    const mirror = writeStandIns(folder, [providers.tfe]);
    const environment = { ...process.env, SLIPWAY_WORKSPACES_ADDRESS: service.address, SLIPWAY_WORKSPACES_TOKEN: token };
    const run = async (...args: string[]): Promise<string> => {
      const { code, stdout, stderr } = await runEngine(engine.found as Engine, [...args, '-no-color'], { folder, mirror, environment });
      assert.is(code, 0, `${args.join(' ')}\n${stdout}\n${stderr}`);
      return stdout;
    };
    const { moves, remarks } = JSON.parse(adoptFromHcl(folder, { json: true }));
    assert.equal(remarks, []);
    await run('init');
    assert.match(await run('test'), 'Success! 2 passed, 0 failed.');
    await run('apply', '-auto-approve');
    const file = join(folder, 'terraform.tfstate');
    writeFileSync(file, JSON.stringify(toPublicState(JSON.parse(readFileSync(file, 'utf8')), moves)));
    const plan = await run('plan');
    const moved = [...plan.matchAll(/(\S+) has moved to (\S+)/g)].map(([, from, to]) => `${from} -> ${to}`);
    assert.equal(moved.sort(), [
      'module.shop["eu"].module.access.tfe_data_retention_policy.web -> module.shop["eu"].module.access.slipway_data_retention_policy.web',
      'module.shop["eu"].module.access.tfe_team_access.ops -> module.shop["eu"].module.access.slipway_team_workspace_access.ops',
      'module.shop["eu"].tfe_workspace.web -> module.shop["eu"].slipway_workspace.web',
      'tfe_team.operators -> slipway_team.operators',
    ]);
    assert.match(plan, 'Plan: 0 to add, 0 to change, 0 to destroy.');
  } finally {
    await service.close();
  }
});

FromHcl.run();
