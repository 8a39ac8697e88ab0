/**
 * A plan of one workspace with the real engine, by the installed plugin and by reattachment to a warm one, beside a plan of
 * one builtin terraform_data: `tsx bench/one-plan.ts`. Needs `npm run build`, and an engine.
 */
import { serveReattach } from '../src/protocol/reattach.ts';
import { providerAddress } from '../src/engine/address.ts';
import { makeProvider } from '../src/provider/provider.ts';
import { runStandalone } from './parts/run-standalone.ts';
import { benchEngine, providerRequirement } from './parts/bench-engine.ts';
import { type Figure, type Measure, median } from './parts/figure.ts';
import { serviceProcess, token } from './parts/service-process.ts';

const rounds = 21;
const plan = ['plan', '-input=false', '-out=plan.bin'];

const planFigures = (alongside: readonly number[], reattached: readonly number[], installed: readonly number[]): readonly Figure[] => {
  const above = (times: readonly number[]): number => median(times.map((time, at) => time - alongside[at]!));
  return [
    { title: 'plan of one builtin terraform_data, for comparison', unit: 'ms', samples: alongside },
    {
      title: 'plan of one workspace, by reattachment',
      unit: 'ms',
      samples: reattached,
      target: { atMost: 60 },
      explanation:
        `the engine alone took ${median(alongside).toFixed(0)} ms for a builtin beside it; ` +
        `${above(reattached).toFixed(0)} ms are the connection, our schema and the plan`,
    },
    { title: 'plan of one workspace, by the installed plugin', unit: 'ms', samples: installed },
  ];
};

export const measure: Measure = async () => {
  const service = await serviceProcess(['--in-memory']);
  const variables = {
    SLIPWAY_WORKSPACES_ADDRESS: service.address,
    SLIPWAY_WORKSPACES_TOKEN: token,
    SLIPWAY_WORKSPACES_ORGANIZATION: 'acme',
  };
  const plugin = await serveReattach(() => makeProvider({ version: '0.1.0', environment: variables, log: () => {} }), {
    source: providerAddress,
  });
  const ours = await benchEngine(`${providerRequirement}resource "slipway_workspace" "one" {\n  name = "one"\n}\n`, variables);
  const builtin = await benchEngine('resource "terraform_data" "one" {\n  input = "one"\n}\n');
  const alongside: number[] = [],
    reattached: number[] = [],
    installed: number[] = [];
  try {
    for (let i = 0; i < rounds; i++) {
      alongside.push((await builtin.run(plan)).ms);
      reattached.push((await ours.run(plan, { TF_REATTACH_PROVIDERS: plugin.environment })).ms);
      installed.push((await ours.run(plan)).ms);
    }
  } finally {
    builtin.end();
    ours.end();
    await plugin.close();
    await service.end();
  }
  return planFigures(alongside, reattached, installed);
};

await runStandalone(import.meta, measure);
