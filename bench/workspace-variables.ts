/**
 * Plan, apply, refresh and destruction of 1,000 variables of one workspace with the real engine and the installed plugin, parallelism 10,
 * against a service in a process of its own: `tsx bench/workspace-variables.ts`. Needs `npm run build`, and an engine.
 */
import { runStandalone } from './parts/run-standalone.ts';
import { benchEngine, providerRequirement } from './parts/bench-engine.ts';
import { engineRounds, roundFigures } from './parts/engine-rounds.ts';
import type { Measure } from './parts/figure.ts';
import { serviceProcess, token } from './parts/service-process.ts';

const count = 1000;
const rounds = 3;
const hcl = (id: string) =>
  `${providerRequirement}resource "slipway_workspace_variable" "some" {\n  count        = ${count}\n  workspace_id = "${id}"\n  ` +
  `category     = "env"\n  key          = "NAME_\${count.index}"\n  value        = "some value"\n}\n`;

export const measure: Measure = async (progress) => {
  const service = await serviceProcess(['--in-memory']);
  const { data } = await service.ask('POST', '/api/v2/organizations/acme/workspaces', {
    data: { type: 'workspaces', attributes: { name: 'web' } },
  });
  const engine = await benchEngine(hcl(data.id), {
    SLIPWAY_WORKSPACES_ADDRESS: service.address,
    SLIPWAY_WORKSPACES_TOKEN: token,
    SLIPWAY_WORKSPACES_ORGANIZATION: 'acme',
  });
  const several = engineRounds(service, engine, progress);
  try {
    const plans = await several(['plan', '-out=plan.bin'], /Plan: 1000 to add, 0 to change, 0 to destroy\./, rounds);
    const applies = await several(['apply', '-auto-approve'], /Apply complete! Resources: 1000 added, 0 changed, 0 destroyed\./, 1);
    const refreshes = await several(['plan'], /No changes\./, rounds);
    const destructions = await several(['destroy', '-auto-approve'], /Destroy complete! Resources: 1000 destroyed\./, 1);
    return [
      ...roundFigures('plan of 1,000 variables that are not there yet', plans, count, { requests: 30 }),
      ...roundFigures('apply of 1,000 variables', applies, count, { requests: 1100 }),
      ...roundFigures('second plan of 1,000 variables', refreshes, count, { requests: 30 }),
      ...roundFigures('destruction of 1,000 variables', destructions, count, { requests: 1100 }),
    ];
  } finally {
    engine.end();
    await service.end();
  }
};

await runStandalone(import.meta, measure);
