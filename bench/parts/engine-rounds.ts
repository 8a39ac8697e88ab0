import type { BenchEngine, PluginCosts } from './bench-engine.ts';
import { type Figure, median } from './figure.ts';
import type { ServiceProcess } from './service-process.ts';

/** What one engine command cost: seconds, requests, and its plugins. */
export interface EngineRound extends PluginCosts {
  readonly seconds: number;
  readonly requests: number;
}

/** Runs engine commands at parallelism 10, whose output must match an expression. */
export const engineRounds =
  (service: ServiceProcess, engine: BenchEngine, progress: (words: string) => void) =>
  async (args: readonly string[], says: RegExp, rounds: number): Promise<readonly EngineRound[]> => {
    const all: EngineRound[] = [];
    for (let i = 0; i < rounds; i++) {
      const before = await service.requests();
      const { ms, stdout, plugins } = await engine.run([...args, '-input=false', '-parallelism=10']);
      if (!says.test(stdout)) throw new Error(`${args.join(' ')} did not say ${says}:\n${stdout.slice(-2000)}`);
      const round = { ...plugins, seconds: ms / 1000, requests: (await service.requests()) - before };
      progress(
        `${args.join(' ')}: ${round.seconds.toFixed(1)} s, ${round.processes} plugins, ${round.cpuSeconds.toFixed(2)} CPU s, ` +
          `${round.megabytes.toFixed(0)} MB, ${round.requests} requests`,
      );
      all.push(round);
    }
    return all;
  };

/** One command's lines of the table, over so many resources. */
export const roundFigures = (
  what: string,
  rounds: readonly EngineRound[],
  count: number,
  { cpu, requests, memory }: { readonly cpu?: number; readonly requests?: number; readonly memory?: true },
): readonly Figure[] => {
  const of = (name: keyof EngineRound): readonly number[] => rounds.map((round) => round[name]);
  const perResource =
    `${((median(of('cpuSeconds')) * 1000) / count).toFixed(2)} ms for each, the starts of ` +
    `${median(of('processes'))} plugin processes included`;
  return [
    { title: `${what}: wall clock, engine and all`, unit: 's', samples: of('seconds') },
    {
      title: `${what}: provider CPU`,
      unit: 'CPU s',
      samples: of('cpuSeconds'),
      ...(cpu !== undefined && { target: { atMost: cpu }, explanation: perResource }),
    },
    ...(requests !== undefined || memory
      ? [
          {
            title: `${what}: requests`,
            unit: 'requests' as const,
            samples: of('requests'),
            ...(requests !== undefined && { target: { atMost: requests } }),
          },
        ]
      : []),
    ...(memory
      ? [
          {
            title: `${what}: provider memory, the largest process at its peak`,
            unit: 'MB' as const,
            samples: of('megabytes'),
            target: { atMost: 150 },
          },
        ]
      : []),
  ];
};
