import {
  type CompilationResult,
  compileConfiguration,
  type CompileOptions,
  type ConfigurationDiagnostic,
} from '../../../src/ci/configuration/index.ts';

const formatDiagnostic = ({ line: at, column, path, message }: ConfigurationDiagnostic): string => `${at}:${column} ${path} ${message}`;

const compileText = async (text: string, options?: CompileOptions): Promise<CompilationResult> => await compileConfiguration(text, options);

/** The compiled YAML; throws what is wrong with the text. */
export const compileToYaml = async (text: string, options?: CompileOptions): Promise<string> => {
  const result = await compileText(text, options);
  if ('faults' in result) throw new Error(result.faults.map(formatDiagnostic).join('\n'));
  return result.yaml;
};

/** `line:column path message` for each fault; none: it compiled. */
export const compileFaults = async (text: string, options?: CompileOptions): Promise<readonly string[]> => {
  const result = await compileText(text, options);
  return 'faults' in result ? result.faults.map(formatDiagnostic) : [];
};

export const compileWarnings = async (text: string): Promise<readonly string[]> => (await compileText(text)).warnings.map(formatDiagnostic);

/** A configuration of one job with some steps, which stand in the lines from 5 on, indented by 6. */
export const withSteps = (steps: string, rest = ''): string =>
  `version: 2.1\njobs:\n  build:\n    docker: [{ image: a }]\n    steps:\n${steps
    .split('\n')
    .map((text) => `      ${text}`)
    .join('\n')}\n${rest}`;

/** The steps of the only job of a compiled configuration, as YAML. */
export const compileSteps = async (text: string, options?: CompileOptions): Promise<string> => {
  const yaml = await compileToYaml(text, options);
  return yaml.slice(yaml.indexOf('    steps:\n') + 11, yaml.indexOf('workflows:')).replaceAll(/^ {6}/gm, '');
};

/** The workflows of a compiled configuration. */
export const compileWorkflows = async (text: string, options?: CompileOptions): Promise<string> => {
  const yaml = await compileToYaml(text, options);
  return yaml.slice(yaml.indexOf('workflows:'));
};
