import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  compileModules,
  compilePolicyTests,
  parseModules,
  PolicyError,
  type PolicyTests,
  RegoQueryError,
  type RuleNode,
} from '@slipway/rego';
import { CliError } from '../cli-error.ts';
import { describeFileError } from '../file-error.ts';
import { parseJson } from '../parse-json.ts';

/** Policies by file, and the documents of the data files put together. */
export interface PolicyFiles {
  readonly policies: Readonly<Record<string, string>>;
  readonly data: Readonly<Record<string, unknown>>;
}

const unreadable = (path: string, error: unknown): CliError =>
  new CliError(`${path} cannot be read: ${describeFileError(error) ?? (error as Error).message}.`, 2);
const readPolicyFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw unreadable(file, error);
  }
};

const listFiles = (path: string): readonly string[] => {
  try {
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path, { recursive: true, encoding: 'utf8' })
      .map((name) => join(path, name))
      .filter((file) => /\.(rego|json)$/.test(file))
      .sort();
  } catch (error) {
    throw unreadable(path, error);
  }
};
/** The data or the input in a JSON file. @throws CliError */
export const readPolicyData = (file: string): unknown => parseJson(readPolicyFile(file), file);

/** Reads files, and the policies and data in folders. @throws CliError */
export function readPolicyFiles(paths: readonly string[]): PolicyFiles {
  const policies: Record<string, string> = {};
  const data: Record<string, unknown> = {};
  for (const file of paths.flatMap(listFiles)) {
    if (!file.endsWith('.json')) policies[file] = readPolicyFile(file);
    else {
      const document = readPolicyData(file);
      if (typeof document !== 'object' || document === null || Array.isArray(document)) throw new CliError(`${file} is no JSON object`);
      Object.assign(data, document);
    }
  }
  if (Object.keys(policies).length === 0) throw new CliError(`there is no policy (.rego) in ${paths.join(', ')}`);
  return { policies, data };
}

/** Runs an action on policies; their errors are the user's. @throws CliError */
export function reportPolicyErrors<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof PolicyError || error instanceof RegoQueryError) throw new CliError(error.message);
    throw error;
  }
}
/** Compiles policies and finds their tests. @throws CliError with the place of the first error. */
export const compileTests = ({ policies }: PolicyFiles): PolicyTests =>
  reportPolicyErrors(() => compilePolicyTests(parseModules(policies)));
/** Compiles policies. @throws CliError with the place of the first error. */
export const compilePolicies = ({ policies }: PolicyFiles, strict = false): RuleNode =>
  reportPolicyErrors(() => compileModules(parseModules(policies), { strict }));
