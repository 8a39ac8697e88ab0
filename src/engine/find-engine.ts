import { execFile, spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { EngineError } from './engine-error.ts';

export interface Engine {
  readonly name: 'terraform' | 'tofu';
  /** Path of the executable, absolute or as in `SLIPWAY_ENGINE`. */
  readonly path: string;
  /** `1.11.4`, a pre-release part included. */
  readonly version: string;
}
export type ProcessEnvironment = Readonly<Record<string, string | undefined>>;

/** The oldest versions with provider-defined functions. */
const minimumVersions: { readonly [name in Engine['name']]: readonly [number, number] } = { terraform: [1, 8], tofu: [1, 7] };
const installAdvice =
  'Install Terraform 1.8 or newer, or OpenTofu 1.7 or newer, so that `terraform` or `tofu` ' +
  'is on PATH, or name the executable in SLIPWAY_ENGINE.';

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function findOnPath(environment: ProcessEnvironment): string | undefined {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const folders = (environment.PATH ?? '').split(delimiter).filter(Boolean);
  return ['terraform', 'tofu'].flatMap((name) => folders.map((folder) => join(folder, name + suffix))).find(isExecutable);
}

interface FoundProgram {
  readonly path: string;
  /** The name of the engine in messages. */
  readonly subject: string;
}
/** The result of the command `version`. */
interface VersionAnswer {
  readonly error?: NodeJS.ErrnoException | undefined;
  readonly status: number | null;
  readonly stdout: string;
}

function locateProgram(environment: ProcessEnvironment): FoundProgram {
  const named = environment.SLIPWAY_ENGINE;
  const path = named || findOnPath(environment);
  if (!path) throw new EngineError(`Neither terraform nor tofu is on PATH. ${installAdvice}`);
  return { path, subject: named ? `SLIPWAY_ENGINE names ${named}, which` : path };
}

const versionOptions = (environment: ProcessEnvironment) => ({
  encoding: 'utf8' as const,
  timeout: 20_000,
  env: { ...environment, CHECKPOINT_DISABLE: '1', TF_CLI_CONFIG_FILE: undefined, TF_CLI_ARGS: undefined },
});

function readVersion({ path, subject }: FoundProgram, { error, status, stdout }: VersionAnswer): Engine {
  if (error) throw new EngineError(`${subject} does not start (${error.code ?? error.message}). ${installAdvice}`);
  const said = status === 0 ? parseVersion(stdout) : undefined;
  if (!said) throw new EngineError(`${subject} does not answer \`version\` as terraform or tofu do. ${installAdvice}`);

  const { name, version } = said;
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor, leastMinor] = minimumVersions[name];
  if (major < leastMajor || (major === leastMajor && minor < leastMinor))
    throw new EngineError(`${path} is ${name} ${version}, which is too old. ${installAdvice}`);
  return { name, path, version };
}

/**
 * The engine to use: `SLIPWAY_ENGINE` (a path or a name on PATH), else terraform, else tofu.
 * Throws an EngineError if there is none, it does not start, or it is too old.
 */
export function findEngine(environment: ProcessEnvironment = process.env): Engine {
  const program = locateProgram(environment);
  return readVersion(program, spawnSync(program.path, ['version'], versionOptions(environment)));
}

/** A running query of an engine's version, which takes as long as half a plan, so that other work can run in parallel. */
export interface EngineSearch {
  readonly path: string;
  /** Rejects with an EngineError. */
  readonly engine: Promise<Engine>;
  /** Undefined until it has answered. */
  readonly found: () => Engine | undefined;
}

/** The search that has ended. */
export const endedSearch = (engine: Engine): EngineSearch => ({ path: engine.path, engine: Promise.resolve(engine), found: () => engine });

/** Starts `findEngine` in the background. Throws at once if there is no executable. */
export function startFindingEngine(environment: ProcessEnvironment = process.env): EngineSearch {
  const program = locateProgram(environment);
  const answer = new Promise<VersionAnswer>((done) => {
    const ask = () =>
      execFile(program.path, ['version'], versionOptions(environment), (error, stdout) => {
        const ended = error === null || typeof error.code === 'number';
        done(
          ended
            ? { status: error === null ? 0 : (error.code as number), stdout }
            : { error: error as NodeJS.ErrnoException, status: null, stdout },
        );
      });
    setImmediate(ask);
  });
  let found: Engine | undefined;
  const engine = answer.then((said) => (found = readVersion(program, said)));
  return { path: program.path, engine, found: () => found };
}

const programNames: { readonly [product: string]: Engine['name'] } = { Terraform: 'terraform', OpenTofu: 'tofu' };

/** Which of the two engines it is, by its output, because a path can have any name: `version -json` has `terraform_version` for both. */
function parseVersion(output: string): Pick<Engine, 'name' | 'version'> | undefined {
  const [, product, version] = /^(Terraform|OpenTofu) v(\d+\.\d+\.\d+\S*)/m.exec(output) ?? [];
  return product === undefined || version === undefined ? undefined : { name: programNames[product]!, version };
}
