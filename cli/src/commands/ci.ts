import { Command, Option } from 'commander';
import type { CompileFileOptions } from '../ci/compile-file.ts';

const compileOptions = (command: Command): Command =>
  command
    .option('--orbs <folder>', 'folder with orbs, as namespace/name@version.yml (default: orbs, if it exists)')
    .option('--pipeline-parameters <values>', 'parameters of the pipeline, as JSON or YAML, or a file that contains them')
    .addOption(new Option('--parameters <values>', 'short for --pipeline-parameters').conflicts('pipelineParameters'))
    .option('--pipeline-values <values>', 'values such as {"pipeline.git.branch": "main"}, in the same way')
    .option('--json', 'print the result as JSON');

interface ParsedOptions extends CompileFileOptions {
  readonly parameters?: string;
}
const readOptions = ({ parameters, ...options }: ParsedOptions): CompileFileOptions =>
  parameters === undefined ? options : { ...options, pipelineParameters: parameters };

const processCommand = (): Command =>
  compileOptions(new Command('process').description('print the compiled configuration').argument('<file>', 'configuration, or -')).action(
    async (file: string, options: ParsedOptions) => {
      const { processConfiguration } = await import('../ci/process-configuration.ts');
      await processConfiguration(file, readOptions(options));
    },
  );
const validateCommand = (): Command =>
  compileOptions(
    new Command('validate').description('report errors and deprecated keys, with their positions').argument('<files...>'),
  ).action(async (files: string[], options: ParsedOptions) => {
    const { validateConfigurations } = await import('../ci/process-configuration.ts');
    await validateConfigurations(files, readOptions(options));
  });
const graphCommand = (): Command =>
  compileOptions(new Command('graph').description('print the graph of the workflows').argument('<file>', 'configuration, or -'))
    .addOption(new Option('--format <name>', 'format of the graph').choices(['text', 'svg']).default('text'))
    .action(async (file: string, options: ParsedOptions & { format: string }) => {
      const { graphConfiguration } = await import('../ci/process-configuration.ts');
      await graphConfiguration(file, { ...readOptions(options), format: options.format });
    });

export const ciCommand = (): Command =>
  new Command('ci')
    .description('work on pipelines without a service')
    .addCommand(
      new Command('config')
        .description('compile, validate and draw a pipeline configuration')
        .addCommand(processCommand())
        .addCommand(validateCommand())
        .addCommand(graphCommand()),
    );
