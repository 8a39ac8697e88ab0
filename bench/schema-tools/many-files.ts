/**
 * `slipway lint` of 5,000 configuration files: the first run, a second one with its cache, and other linters of the command line beside it.
 * Needs `npm run build`. `LINT_OTHERS=<folder>` has `venv/bin/check-jsonschema` and `node_modules/.bin/ajv`; see docs/bench.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnvironment } from '../parts/environment.ts';
import type { Figure } from '../parts/figure.ts';
import { copyPrograms } from '../parts/programs.ts';
import { writeConfigurations } from './configuration-files.ts';

const rounds = 3;
const fileCount = 5_000;
/** A published schema of 765 KB, which is installed with the linter of this checkout. */
const schema = join(import.meta.dirname, '../../node_modules/oxlint/configuration_schema.json');
const ticksPerSecond = 100;

/** A program, and what has to be done before each of its runs. */
interface Contender {
  readonly name: string;
  readonly command: readonly string[];
  readonly prepare?: () => void;
  /** Why it is not there. */
  readonly absence?: string;
}

/** Seconds of one run: of the clock, and of processor time, that of its children included. */
interface Cost {
  readonly wall: number;
  readonly processor: number;
}

/** Seconds of processor time of this process's children that have ended (Linux). */
const childSeconds = (): number => {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
};

const runOnce = ({ command: [program, ...args], name, prepare }: Contender, folder: string): Cost => {
  prepare?.();
  const [began, before] = [performance.now(), childSeconds()];
  const { status, stdout, stderr } = spawnSync(program!, args, { cwd: folder, env: cleanEnvironment, maxBuffer: 64 * 1024 * 1024 });
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${`${stdout}${stderr}`.slice(0, 300)}`);
  return { wall: (performance.now() - began) / 1000, processor: childSeconds() - before };
};

const ownContenders = (folder: string, kind: string): readonly Contender[] => {
  // A machine with much other work takes long for the first file, which waits for the schema.
  const command = [process.execPath, copyPrograms().slipway, 'lint', '--timeout', '10m', '--schema', schema, kind];
  // A folder for packages keeps the cache in this folder; it is made anew for the first run.
  const prepare = (): void => {
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
    mkdirSync(join(folder, 'node_modules'));
  };
  return [
    { name: 'slipway lint, first run', command, prepare },
    { name: 'slipway lint, second run', command },
  ];
};

const otherContenders = (folder: string, files: readonly string[]): readonly Contender[] => {
  const others = process.env['LINT_OTHERS'];
  const find = (path: string): { readonly program: string; readonly absence?: string } => {
    if (others === undefined) return { program: path, absence: 'LINT_OTHERS is not set' };
    const program = join(others, path);
    return existsSync(program) ? { program } : { program, absence: `there is no ${path} in the folder of LINT_OTHERS` };
  };
  const [python, ajv] = [find('venv/bin/check-jsonschema'), find('node_modules/.bin/ajv')];
  return [
    { name: 'check-jsonschema', ...python, command: [python.program, '--schemafile', schema, ...files] },
    {
      name: 'ajv-cli',
      ...ajv,
      command: [ajv.program, 'validate', '--strict=false', '-s', schema, ...files.flatMap((file) => ['-d', file])],
    },
  ].map((one) => ({ ...one, command: one.command.map((word) => word.replace(`${folder}/`, '')) }));
};

const figuresOf = (what: string, costs: ReadonlyMap<string, readonly Cost[]>, absences: ReadonlyMap<string, string>): readonly Figure[] => {
  const own = costs.get('slipway lint, first run')!;
  return [...costs].flatMap(([name, all]): Figure[] => {
    const absence = absences.get(name);
    const title = `${what}: ${name}`;
    if (absence !== undefined) return [{ title, unit: 's', samples: [], explanation: absence }];
    const target = name.endsWith('second run') ? { target: { atMost: 0.5 } } : {};
    const figures: Figure[] = [
      { title, unit: 's', samples: all.map(({ wall }) => wall), ...target },
      { title: `${title}, processor time`, unit: 'CPU s', samples: all.map(({ processor }) => processor) },
    ];
    if (name.startsWith('slipway')) return figures;
    const ratio = (member: keyof Cost): readonly number[] => own.map((cost, round) => cost[member] / all[round]![member]);
    const limit = name === 'check-jsonschema' ? { target: { atMost: 1 } } : {};
    return [
      ...figures,
      { title: `${what}: our first run as a multiple of ${name}`, unit: '×', samples: ratio('wall'), ...limit },
      { title: `${what}: our first run as a multiple of ${name}, processor time`, unit: '×', samples: ratio('processor'), ...limit },
    ];
  });
};

/** One corpus: all contenders in turn, so that the ratios of a round are of the same machine at the same time. */
function measureCorpus(what: string, extensions: readonly string[], progress: (words: string) => void): readonly Figure[] {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-many-'));
  try {
    const files = writeConfigurations(join(folder, 'files'), fileCount, extensions);
    const contenders = [...ownContenders(folder, 'files'), ...otherContenders(folder, files)];
    const absences = new Map(contenders.flatMap(({ name, absence }) => (absence === undefined ? [] : [[name, absence] as const])));
    const costs = new Map<string, Cost[]>(contenders.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      progress(`${what}, round ${round + 1} of ${rounds} …`);
      for (const one of contenders) if (one.absence === undefined) costs.get(one.name)!.push(runOnce(one, folder));
    }
    return figuresOf(what, costs, absences);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const measureManyFiles = (progress: (words: string) => void): readonly Figure[] => [
  ...measureCorpus('5,000 files of JSON and YAML', ['json', 'yaml'], progress),
  ...measureCorpus('5,000 files of JSON', ['json'], progress),
];
