import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compilePolicyTests, parseModules, runPolicyTests } from '../src/index.ts';

const test = suite('rego: laws of tests');

/** What follows the name of a rule, and how a test of that form ends. Names repeat, so that rules of several forms have one name. */
const forms = [
  [' if 1 == 1', 'pass'],
  [' if 1 == 2', 'fail'],
  [' if input.gone', 'fail'],
  [' if { false } else := true', 'pass'],
  [' := true', 'pass'],
  [' := "true"', 'fail'],
  [' contains 1', 'fail'],
  [' if { print("p"); true }', 'pass'],
  ['[x] if { some x in ["a", "b"] }', 'pass'],
  ['[x] if { some x in ["a", "b"]; x == "a" }', 'fail'],
  [' if picky(1) == 1', 'error'],
] as const;
/** Skipped tests keep their names: of one name they have to be of one form, as in Open Policy Agent. */
const ofOneForm = (rule: { readonly name: string; readonly form: (typeof forms)[number] }) =>
  rule.name.startsWith('todo_') ? forms[0] : rule.form;
const generatedRule = fc.record({
  file: fc.constantFrom('a_test.rego', 'b_test.rego', 'c.rego'),
  prefix: fc.constantFrom('', 'p.', 'p["q-r"].'),
  name: fc.constantFrom('test_x', 'test_y', 'test_', 'todo_test_x'),
  form: fc.constantFrom(...forms),
});
const packages: Readonly<Record<string, string>> = { 'a_test.rego': 'a', 'b_test.rego': 'a', 'c.rego': 'a["b-c"]' };

test('the tests that are told are the rules named test_, in their order, each with its own outcome', () => {
  fc.assert(
    fc.property(fc.array(generatedRule, { maxLength: 12 }), (rules) => {
      const files = Object.fromEntries(
        Object.entries(packages).map(([file, name]) => {
          const own = rules.filter((rule) => rule.file === file).map((rule) => rule.prefix + rule.name + ofOneForm(rule)[0]);
          return [file, [`package ${name}`, 'import rego.v1', 'picky(x) := 1 if x > 0', 'picky(x) := 2 if x > 0', ...own, ''].join('\n')];
        }),
      );
      // Both files of one package have the function: its name differs, so that it is one function each.
      files['b_test.rego'] = files['b_test.rego']!.replaceAll('picky', 'choosy');
      const found = runPolicyTests(compilePolicyTests(parseModules(files)));
      const ordered = Object.keys(packages).flatMap((file) => rules.filter((rule) => rule.file === file));
      assert.equal(
        found.map(({ file, outcome }) => `${file} ${outcome}`),
        ordered.map(({ file, name, form: [, outcome] }) => `${file} ${name.startsWith('todo_') ? 'skip' : outcome}`),
      );
      const names = found.filter(({ outcome }) => outcome !== 'skip').map(({ package: home, name }) => `${home}.${name}`);
      assert.is(new Set(names).size, names.length);
    }),
    { numRuns: runs(300) },
  );
});
test.run();
