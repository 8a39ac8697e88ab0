/**
 * A small but whole platform, at both services. Where they are, and the tokens, come from the environment; the password
 * of the database too, as the engine's variable `database_password` (`TF_VAR_database_password`).
 */
import { NoCodeModule, Project, Slipway, VariableSet, warnDeprecated } from '@slipway/constructs';
import { App, TerraformOutput, TerraformStack, TerraformVariable } from 'cdktf';
import { Building } from './building.ts';
import { Delivery } from './delivery.ts';
import { Payments } from './payments.ts';

const app = new App();
const stack = new TerraformStack(app, 'platform');
new Slipway(stack);

const password = new TerraformVariable(stack, 'database_password', {
  type: 'string',
  sensitive: true,
  description: 'The password of the payments database.',
});

// What every workspace of the organization is given.
new VariableSet(stack, 'everywhere', { name: 'everywhere', description: 'For every workspace.', global: true })
  .env('TZ', 'UTC')
  .variable('allowed_regions', ['eu', 'us']);

const delivery = new Delivery(stack, 'delivery');
const payments = new Payments(stack, 'payments', { password: password.stringValue, network: delivery.network });

// What teams may make by themselves, without writing configuration.
const self = new Project(stack, 'self-service', { name: 'self-service', description: 'What teams make by themselves.' });
const bucket = new NoCodeModule(stack, 'bucket', { registryModuleId: 'mod-bucket', enabled: true, versionPin: '1.1.0' })
  .offer('region', ['eu', 'us'])
  .offer('versions_kept', [1, 10]);
const reports = bucket.workspace('reports-bucket', { project: self, variables: { region: 'eu', versions_kept: 10, owner: 'payments' } });
delivery.network.shareStateWith(reports);

// Deployments are told where to go.
const [staging, production] = payments.workspaces;
new Building(stack, 'building', { staging, production, password });

new TerraformOutput(stack, 'payments_workspaces', { value: payments.workspaces.map(({ id }) => id) });

warnDeprecated(app);
app.synth();
