/**
 * Plan, apply and refresh of 1,000 workspaces with the real engine and the installed plugin, parallelism 10, against a service
 * in a process of its own: `tsx bench/thousand.ts`. CPU and memory are of the plugins alone: the sum over all processes that
 * the engine started, and the largest of them. Needs `npm run build`, and an engine.
 */
import { alone } from './parts/alone.ts';
import { benchEngine, preamble, type PluginCosts } from './parts/bench-engine.ts';
import { type Figure, type Measure, median } from './parts/figure.ts';
import { serviceProcess, token } from './parts/service-process.ts';

const count = 1000;
const rounds = 5;
const hcl = `${preamble}resource "slipway_workspace" "some" {\n  count       = ${count}\n  name        = "some-\${count.index}"\n  description = "one of many"\n}\n`;
const parallel = ['-input=false', '-parallelism=10'];

interface Round extends PluginCosts { readonly seconds: number; readonly requests: number }

export const measure: Measure = async (progress) => {
  const service = await serviceProcess(['--in-memory']);
  const engine = await benchEngine(hcl, { SLIPWAY_WORKSPACES_ADDRESS: service.address, SLIPWAY_WORKSPACES_TOKEN: token, SLIPWAY_WORKSPACES_ORGANIZATION: 'acme' });
  const once = async (args: readonly string[], says: RegExp): Promise<Round> => {
    const before = await service.requests();
    const { ms, stdout, plugins } = await engine.run([...args, ...parallel]);
    if (!says.test(stdout)) throw new Error(`${args.join(' ')} did not say ${says}:\n${stdout.slice(-2000)}`);
    const round = { ...plugins, seconds: ms / 1000, requests: await service.requests() - before };
    progress(`${args.join(' ')}: ${round.seconds.toFixed(1)} s, ${round.processes} plugins, ${round.cpuSeconds.toFixed(2)} CPU s, ${round.megabytes.toFixed(0)} MB, ${round.requests} requests`);
    return round;
  };
  const several = async (args: readonly string[], says: RegExp): Promise<readonly Round[]> => {
    const all: Round[] = [];
    for (let i = 0; i < rounds; i++) all.push(await once(args, says));
    return all;
  };
  try {
    const plans = await several(['plan', '-out=plan.bin'], /Plan: 1000 to add, 0 to change, 0 to destroy\./);
    const applies = [await once(['apply', '-auto-approve'], /Apply complete! Resources: 1000 added, 0 changed, 0 destroyed\./)];
    const refreshes = await several(['plan', '-refresh-only'], /No changes\./);
    const seconds = await several(['plan'], /No changes\./);
    return [
      ...figures('plan of 1,000 workspaces that are not there yet', plans, {}),
      ...figures('apply of 1,000 workspaces', applies, { memory: true }),
      ...figures('refresh of 1,000 workspaces', refreshes, { cpu: 1.5, requests: 60, memory: true }),
      ...figures('second plan of 1,000 workspaces', seconds, { requests: 60, memory: true }),
    ];
  } finally {
    engine.end();
    await service.end();
  }
};

/** One command's lines of the table. */
const figures = (what: string, rounds: readonly Round[], { cpu, requests, memory }: { readonly cpu?: number; readonly requests?: number; readonly memory?: true }): readonly Figure[] => {
  const of = (name: keyof Round): readonly number[] => rounds.map((round) => round[name]);
  const perResource = `${(median(of('cpuSeconds')) * 1000 / count).toFixed(2)} ms for each workspace, the starts of ${median(of('processes'))} plugin processes included`;
  return [
    { what: `${what}: wall clock, engine and all`, unit: 's', samples: of('seconds') },
    { what: `${what}: provider CPU`, unit: 'CPU s', samples: of('cpuSeconds'), ...(cpu !== undefined && { target: { atMost: cpu }, why: perResource }) },
    ...(requests !== undefined || memory ? [{ what: `${what}: requests`, unit: 'requests' as const, samples: of('requests'), ...(requests !== undefined && { target: { atMost: requests } }) }] : []),
    ...(memory ? [{ what: `${what}: provider memory, the largest process at its peak`, unit: 'MB' as const, samples: of('megabytes'), target: { atMost: 150 } }] : []),
  ];
};

await alone(import.meta, measure);
