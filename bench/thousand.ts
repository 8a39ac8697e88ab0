/**
 * Plan, apply and refresh of 1,000 workspaces with the real engine and the installed plugin, parallelism 10, against a service
 * in a process of its own: `tsx bench/thousand.ts`. CPU and memory are of the plugins alone: the sum over all processes that
 * the engine started, and the largest of them. Needs `npm run build`, and an engine.
 */
import { runStandalone } from './parts/run-standalone.ts';
import { measureBareNode } from './parts/bare-node.ts';
import { benchEngine, providerRequirement } from './parts/bench-engine.ts';
import { engineRounds, roundFigures } from './parts/engine-rounds.ts';
import type { Measure } from './parts/figure.ts';
import { serviceProcess, token } from './parts/service-process.ts';

const count = 1000;
const rounds = 5;
const hcl =
  `${providerRequirement}resource "slipway_workspace" "some" {\n  count       = ${count}\n  name        = ` +
  `"some-\${count.index}"\n  description = "one of many"\n}\n`;

export const measure: Measure = async (progress) => {
  const service = await serviceProcess(['--in-memory']);
  const engine = await benchEngine(hcl, {
    SLIPWAY_WORKSPACES_ADDRESS: service.address,
    SLIPWAY_WORKSPACES_TOKEN: token,
    SLIPWAY_WORKSPACES_ORGANIZATION: 'acme',
  });
  const several = engineRounds(service, engine, progress);
  try {
    const plans = await several(['plan', '-out=plan.bin'], /Plan: 1000 to add, 0 to change, 0 to destroy\./, rounds);
    const applies = await several(['apply', '-auto-approve'], /Apply complete! Resources: 1000 added, 0 changed, 0 destroyed\./, 1);
    const refreshes = await several(['plan', '-refresh-only'], /No changes\./, rounds);
    const seconds = await several(['plan'], /No changes\./, rounds);
    return [
      await measureBareNode(),
      ...roundFigures('plan of 1,000 workspaces that are not there yet', plans, count, {}),
      ...roundFigures('apply of 1,000 workspaces', applies, count, { memory: true }),
      ...roundFigures('refresh of 1,000 workspaces', refreshes, count, { cpu: 1.5, requests: 60, memory: true }),
      ...roundFigures('second plan of 1,000 workspaces', seconds, count, { requests: 60, memory: true }),
    ];
  } finally {
    engine.end();
    await service.end();
  }
};

await runStandalone(import.meta, measure);
