import { graphWorkflows } from '@slipway/service/ci/configuration';
import { CliError } from '../cli-error.ts';
import { paintFor } from '../color/colors.ts';
import { compileFile, type CompileFileOptions, type FileFinding, formatFinding, listFindings } from './compile-file.ts';
import { renderGraphSvg } from './render-graph-svg.ts';
import { renderGraphText } from './render-graph-text.ts';

const printJson = (value: unknown): void => {
  console.log(JSON.stringify(value, undefined, 2));
};
const reportFindings = (findings: readonly FileFinding[]): void => {
  for (const finding of findings) console.error(formatFinding(finding, paintFor('stderr')));
};
const doesNotCompile = (file: string): CliError => new CliError(`${file} does not compile`);

/** Prints what a configuration compiles to. @throws CliError when it does not compile. */
export async function processConfiguration(file: string, options: CompileFileOptions): Promise<void> {
  const result = await compileFile(file, options);
  const findings = listFindings(file, result);
  const isValid = 'yaml' in result;
  if (options.json) printJson({ valid: isValid, findings, ...(isValid && { yaml: result.yaml, skipped: result.skipped }) });
  else {
    reportFindings(findings);
    if (isValid) process.stdout.write(result.yaml);
  }
  if (!isValid) throw doesNotCompile(file);
}

/** Prints the findings about configurations. @throws CliError when one does not compile. */
export async function validateConfigurations(files: readonly string[], options: CompileFileOptions): Promise<void> {
  const findings: FileFinding[] = [];
  const wrong: string[] = [];
  for (const file of files) {
    const result = await compileFile(file, options);
    findings.push(...listFindings(file, result));
    if (!('yaml' in result)) wrong.push(file);
    else if (!options.json) console.log(`${file} is valid`);
  }
  if (options.json) printJson({ valid: wrong.length === 0, findings });
  else reportFindings(findings);
  if (wrong.length > 0) throw doesNotCompile(wrong.join(', '));
}

/** Prints the graph of the workflows of a configuration. @throws CliError when it does not compile. */
export async function graphConfiguration(file: string, options: CompileFileOptions & { readonly format: string }): Promise<void> {
  const result = await compileFile(file, options);
  if (!('yaml' in result)) {
    reportFindings(listFindings(file, result));
    throw doesNotCompile(file);
  }
  const graphs = graphWorkflows(result.compiled);
  if (options.json) printJson(graphs);
  else console.log(options.format === 'svg' ? renderGraphSvg(graphs) : renderGraphText(graphs));
}
