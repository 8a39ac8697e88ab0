import { Command } from 'commander';

const evalCommand = (): Command =>
  new Command('eval')
    .description('print the value of a rule or package, as JSON')
    .argument('<query>', 'a path such as data.app.deny or data["my-package"].deny')
    .argument('<files...>', 'policies (.rego) and data (.json), or folders of them')
    .option('--input <file>', 'the document input, as JSON')
    .action(async (query: string, files: string[], options: { input?: string }) => {
      const { evaluateQuery } = await import('../rego/evaluate-query.ts');
      evaluateQuery(query, files, options.input);
    });
const checkCommand = (): Command =>
  new Command('check')
    .description('compile policies, and print the first error with its position')
    .argument('<files...>', 'policies (.rego), or folders of them')
    .option('--strict', 'reject unused imports and variables')
    .action(async (files: string[], options: { strict?: boolean }) => {
      const { checkPolicies } = await import('../rego/check-policies.ts');
      checkPolicies(files, options.strict ?? false);
    });
const testCommand = (): Command =>
  new Command('test')
    .description('run the rules whose names begin with test_, each as a test of its own')
    .argument('<files...>', 'policies (.rego) and data (.json), or folders of them')
    .option('--coverage', 'print the lines that no test covers')
    .option('-r, --run <regex>', 'run the tests whose names match, such as data.app.test_x')
    .option('--verbose', 'also print the tests that pass')
    .action(async (files: string[], options: { coverage?: boolean; run?: string; verbose?: boolean }) => {
      const { testPolicies } = await import('../rego/test-policies.ts');
      testPolicies(files, { coverage: options.coverage ?? false, run: options.run ?? '', verbose: options.verbose ?? false });
    });

export const regoCommand = (): Command =>
  new Command('rego')
    .description('evaluate, check and test policies in Rego')
    .addCommand(evalCommand())
    .addCommand(checkCommand())
    .addCommand(testCommand());
