import { existsSync, readFileSync, statSync } from 'node:fs';
import { parse } from 'yaml';
import {
  type CompilationResult,
  compileConfiguration,
  type ConfigurationDiagnostic,
  openOrbFolder,
  type OrbSource,
  type ParameterValues,
  type PipelineValues,
} from '@slipway/service/ci/configuration';
import { CliError } from '../cli-error.ts';
import type { Paint } from '../color/colors.ts';
import { describeFileError } from '../file-error.ts';

export interface CompileFileOptions {
  readonly orbs?: string;
  readonly pipelineParameters?: string;
  readonly pipelineValues?: string;
  readonly json?: boolean;
}

/** Reads a file, or standard input for `-`. @throws CliError */
export const readTextFile = (file: string): string => {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new CliError(`${file} cannot be read: ${describeFileError(error) ?? (error as Error).message}.`, 2);
  }
};

/** The folder of an option, or `orbs` if that exists. @throws CliError for one that does not exist. */
export const openOrbs = (folder: string | undefined): OrbSource | undefined => {
  const chosen = folder ?? (existsSync('orbs') ? 'orbs' : undefined);
  if (chosen === undefined) return undefined;
  if (!statSync(chosen, { throwIfNoEntry: false })?.isDirectory()) throw new CliError(`--orbs ${chosen} is no folder.`, 2);
  return openOrbFolder(chosen);
};

/** Reads `{name: value, …}` as YAML or JSON, or from a file that has it. */
const readValues = (option: string, text: string | undefined): PipelineValues => {
  if (text === undefined) return {};
  const content = existsSync(text) ? readTextFile(text) : text;
  let value: unknown;
  try {
    value = parse(content);
  } catch {
    value = undefined;
  }
  const isScalar = (inner: unknown): boolean => inner === null || ['string', 'number', 'boolean'].includes(typeof inner);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.values(value).every(isScalar))
    throw new CliError(`${option} takes texts, numbers and booleans by name, as JSON or YAML, or the file that has them.`, 2);
  return value as PipelineValues;
};

/** Compiles the configuration in a file. @throws CliError for options and files that cannot be read. */
export const compileFile = (file: string, options: CompileFileOptions): Promise<CompilationResult> => {
  const orbs = openOrbs(options.orbs);
  return compileConfiguration(readTextFile(file), {
    parameters: readValues('--pipeline-parameters', options.pipelineParameters) as ParameterValues,
    pipelineValues: readValues('--pipeline-values', options.pipelineValues),
    ...(orbs && { orbs }),
  });
};

export interface FileFinding extends ConfigurationDiagnostic {
  readonly file: string;
  readonly severity: 'error' | 'warning' | 'note';
}

/** The findings in a file, errors first. */
export const listFindings = (file: string, result: CompilationResult): readonly FileFinding[] => {
  const as = (severity: FileFinding['severity'], found: readonly ConfigurationDiagnostic[]): readonly FileFinding[] =>
    found.map((each) => ({ ...each, severity, file: each.file ?? file }));
  return 'faults' in result
    ? [...as('error', result.faults), ...as('warning', result.warnings)]
    : [...as('warning', result.warnings), ...as('note', result.notes)];
};

export const formatFinding = ({ file, line, column, severity, path, message }: FileFinding, paint: Paint): string =>
  `${file}:${line}:${column}: ${paint(severity === 'error' ? 'red' : 'yellow', severity)}: ${path === '' ? '' : `${path}: `}${message}`;
