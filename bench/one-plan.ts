/**
 * A plan of one workspace with the real engine, by the installed plugin and by reattachment to a warm one, beside a plan of
 * one builtin terraform_data: `tsx bench/one-plan.ts`. Needs `npm run build`, and an engine.
 */
import { serveReattach } from '../src/protocol/reattach.ts';
import { providerAddress } from '../src/engine/address.ts';
import { makeProvider } from '../src/provider/provider.ts';
import { runStandalone } from './parts/run-standalone.ts';
import { benchEngine, providerRequirement } from './parts/bench-engine.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { type Figure, type Measure, median } from './parts/figure.ts';
import { serviceProcess, token } from './parts/service-process.ts';

const rounds = 21;
/** A process of the plugin waits for the next command for one second. What reports its costs is not loaded. */
const installedPlugin = { NODE_OPTIONS: '', SLIPWAY_STANDBY: '1' };
const plan = ['plan', '-input=false', '-out=plan.bin'];

interface PlanTimes {
  readonly alongside: number[];
  readonly reattached: number[];
  readonly first: number[];
  readonly repeated: number[];
}

const planFigures = ({ alongside, reattached, first, repeated }: PlanTimes): readonly Figure[] => {
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
    {
      title: 'plan of one workspace, by the installed plugin',
      unit: 'ms',
      samples: first,
      target: { atMost: 5 * median(alongside) },
      explanation: `${(median(first) / median(alongside)).toFixed(1)} times the builtin; the goal is 5 times`,
    },
    { title: 'the same again, within five seconds', unit: 'ms', samples: repeated },
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
  const times: PlanTimes = { alongside: [], reattached: [], first: [], repeated: [] };
  try {
    for (let i = 0; i < rounds; i++) {
      times.alongside.push((await builtin.run(plan)).ms);
      times.reattached.push((await ours.run(plan, { TF_REATTACH_PROVIDERS: plugin.environment })).ms);
      times.repeated.push((await ours.run(plan, installedPlugin)).ms);
      await delay(1_100);
      times.first.push((await ours.run(plan, installedPlugin)).ms);
    }
  } finally {
    builtin.end();
    ours.end();
    await plugin.close();
    await service.end();
  }
  return planFigures(times);
};

await runStandalone(import.meta, measure);
