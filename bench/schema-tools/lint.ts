/** `slipway lint` as a process: one small file, in pairs with bare Node; and a thousand in workers. Needs `npm run build`. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnvironment } from '../parts/environment.ts';
import { type Figure, median } from '../parts/figure.ts';
import { copyPrograms } from '../parts/programs.ts';
import { largeText, servicesSchema } from './large-instance.ts';
import { measureInTurn, type Times } from './rounds.ts';

const files = 1_000;

const runProgram = (args: readonly string[], expected: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env: cleanEnvironment, stdio: ['ignore', 'pipe', 'pipe'] });
    let [text, stderr] = ['', ''];
    child.stdout.on('data', (piece: Buffer) => {
      text += piece;
    });
    child.stderr.on('data', (piece: Buffer) => {
      stderr += piece;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === expected) resolve(text);
      else reject(new Error(`slipway lint ended with ${code}: ${stderr.slice(0, 300)}`));
    });
  });

/** Where the files of this measure are. */
interface LintFiles {
  readonly schema: string;
  readonly one: string;
  /** A folder with a thousand files. */
  readonly many: string;
}

const writeLintFiles = (folder: string): LintFiles => {
  const [schema, one, many] = [join(folder, 'services.schema.json'), join(folder, 'one.json'), join(folder, 'many')];
  writeFileSync(schema, JSON.stringify(servicesSchema));
  writeFileSync(one, largeText(0.001));
  mkdirSync(many);
  for (let index = 0; index < files; index += 1)
    writeFileSync(join(many, `${index}.json`), largeText(0.001).replace('"version": 1', `"version": ${index}`));
  return { schema, one, many };
};

const measureStarts = (slipway: string, { schema, one }: LintFiles): Promise<Times> =>
  measureInTurn(
    [
      { name: 'bare', run: () => runProgram(['-e', '0'], 0) },
      { name: 'version', run: () => runProgram([slipway, '--version'], 0) },
      { name: 'one', run: () => runProgram([slipway, 'lint', '--schema', schema, one], 0) },
    ],
    21,
    0,
    'wall',
  );

/** The thousand files with one worker, and with as many as there are cores. */
const measurePools = (slipway: string, { schema, many }: LintFiles): Promise<Times> =>
  measureInTurn(
    [1, cpus().length].map((jobs) => ({
      name: String(jobs),
      run: () => runProgram([slipway, 'lint', '--schema', schema, '--format', 'json', '--jobs', String(jobs), many], 0),
    })),
    5,
    0,
    'wall',
  );

const startFigures = (starts: Times): readonly Figure[] => [
  {
    title: 'slipway lint of one small file: exec to end',
    unit: 'ms',
    samples: starts.get('one')!,
    target: { atMost: 150 },
    explanation:
      `bare Node took ${median(starts.get('bare')!).toFixed(0)} ms beside it, \`slipway --version\` ` +
      `${median(starts.get('version')!).toFixed(0)} ms`,
  },
  { title: 'slipway --version, beside it', unit: 'ms', samples: starts.get('version')! },
  { title: 'bare `node -e 0`, beside it', unit: 'ms', samples: starts.get('bare')! },
];

const poolFigures = (pools: Times): readonly Figure[] =>
  [...pools].map(([jobs, ms]): Figure => ({
    title: `slipway lint of ${files.toLocaleString('en-US')} small files, ${jobs} ${jobs === '1' ? 'worker' : 'workers'}: exec to end`,
    unit: 'ms',
    samples: ms,
  }));

export const measureLint = async (progress: (words: string) => void): Promise<readonly Figure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-bench-lint-'));
  try {
    const inputs = writeLintFiles(folder);
    const { slipway } = copyPrograms();
    const findings = await runProgram([slipway, 'lint', '--schema', inputs.schema, '--format', 'json', inputs.many], 0);
    progress(`${(JSON.parse(findings) as readonly unknown[]).length} findings in ${files} files`);
    const starts = await measureStarts(slipway, inputs);
    const pools = await measurePools(slipway, inputs);
    return [...startFigures(starts), ...poolFigures(pools)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
