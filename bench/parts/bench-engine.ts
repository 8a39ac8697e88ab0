import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { providerAddress } from '../../src/engine/address.ts';
import { findEngine } from '../../src/engine/find-engine.ts';
import { runEngine } from '../../src/engine/run-engine.ts';
import { cleanEnvironment } from './environment.ts';
import { copyPrograms } from './programs.ts';

/** What all plugins that one engine command started have used together. */
export interface PluginCosts {
  readonly processes: number;
  readonly cpuSeconds: number;
  readonly megabytes: number;
}
export interface EngineRun {
  readonly ms: number;
  readonly stdout: string;
  readonly plugins: PluginCosts;
}
export interface BenchEngine {
  readonly folder: string;
  /** Runs a command; throws with the engine's output unless it succeeds. */
  run(args: readonly string[], environment?: { readonly [name: string]: string }): Promise<EngineRun>;
  end(): void;
}

const costsFile = 'plugin-costs.jsonl';
const costReporter = join(import.meta.dirname, 'costs-told-at-exit.cjs');

export const providerRequirement = `terraform {\n  required_providers {\n    slipway = { source = "${providerAddress}" }\n  }\n}\n`;

interface ReportedCosts {
  readonly cpuSeconds: number;
  readonly megabytes: number;
}

/** Sums the costs that plugins have reported to the file, one JSON line each. */
const readPluginCosts = (file: string): PluginCosts => {
  const reports = existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as ReportedCosts)
    : [];
  return {
    processes: reports.length,
    cpuSeconds: reports.reduce((sum, report) => sum + report.cpuSeconds, 0),
    megabytes: Math.max(0, ...reports.map((report) => report.megabytes)),
  };
};

/** A folder with this main.tf, initialized; plugins come from the build in `dist`. */
export const benchEngine = async (hcl: string, environment: { readonly [name: string]: string } = {}): Promise<BenchEngine> => {
  const engine = findEngine();
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-'));
  writeFileSync(join(folder, 'main.tf'), hcl);
  const costs = join(folder, costsFile);
  const { SLIPWAY_BENCH_PROFILE } = process.env;
  const run: BenchEngine['run'] = async (args, more = {}) => {
    rmSync(costs, { force: true });
    const began = performance.now();
    const { code, stdout, stderr } = await runEngine(engine, [...args, '-no-color'], {
      folder,
      mirror: copyPrograms().mirror,
      environment: {
        ...cleanEnvironment,
        NODE_OPTIONS: `--require=${costReporter}`,
        // Costs are known when a process has ended.
        SLIPWAY_STANDBY: '0',
        SLIPWAY_BENCH_COSTS: costs,
        SLIPWAY_BENCH_PROFILE,
        ...environment,
        ...more,
      },
    });
    const ms = performance.now() - began;
    if (code !== 0) throw new Error(`${engine.name} ${args.join(' ')} ended with ${code}:\n${`${stdout}\n${stderr}`.slice(-4000)}`);
    return { ms, stdout, plugins: readPluginCosts(costs) };
  };
  await run(['init']);
  return { folder, run, end: () => rmSync(folder, { recursive: true, force: true }) };
};
