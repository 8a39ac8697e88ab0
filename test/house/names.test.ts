import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isCode, isGenerated, readText, repositoryFiles } from '../support/repository-files.ts';

/** One name that every file of a kind exports, by design: what it is for. */
const conventions: Readonly<Record<string, string>> = {
  routes: 'the endpoints of one noun of a service',
  required: 'the mode of an attribute, of a resource and of a noun of the service',
  optional: 'the mode of an attribute, of a resource and of a noun of the service',
  computed: 'the mode of an attribute, of a resource and of a noun of the service',
  put: 'creates or changes an object: src/apply/overrides',
  read: 'reads an object: src/apply/overrides',
  remove: 'deletes an object: src/apply/overrides',
  measure: 'one benchmark: bench',
};
/** Participles and auxiliaries name what happened to a thing, not the thing. */
const empty = new RegExp(
  `^(${[
    'said',
    'told',
    'asked',
    'sent',
    'made',
    'got',
    'given',
    'found',
    'kept',
    'heard',
    'wanted',
    'shown',
    'chosen',
    'meant',
    'taken',
    'held',
    'gone',
    'done',
    'may',
    'must',
    'here',
    'within',
    'until',
    'unless',
    'behind',
    'beside',
    'among',
    'aside',
    'later',
    'twin',
    'whole',
    'foresee',
  ].join('|')})$`,
  'i',
);

const packageOf = (file: string): string => file.split('/')[0]!;
const exported = /^export (?:abstract |async |declare )?(?:const|let|function\*?|class|interface|type|enum) ([A-Za-z_$][\w$]*)/gm;

interface Declaration {
  readonly name: string;
  readonly file: string;
  readonly owner: string;
}
const declarations: readonly Declaration[] = repositoryFiles()
  .filter(
    (file) =>
      isCode(file) &&
      !isGenerated(file) &&
      /^(declarations|src|service|cli|schema-tools|constructs|rego|mesh-config|bench|generate)\//.test(file) &&
      !/(^|\/)(test|fixtures)\//.test(file),
  )
  .flatMap((file) =>
    [...new Set([...readText(file).matchAll(exported)].map(([, name]) => name!))].map((name) => ({ name, file, owner: packageOf(file) })),
  );

const test = suite('names');

test('no exported name is declared in two files of a package, but conventions', () => {
  const files = new Map<string, string[]>();
  for (const { name, file, owner } of declarations)
    if (!(name in conventions)) files.set(`${owner} ${name}`, [...(files.get(`${owner} ${name}`) ?? []), file]);
  assert.equal(
    [...files].filter(([, found]) => found.length > 1),
    [],
  );
});
test('every convention is one: several files export it', () => {
  assert.equal(
    Object.keys(conventions).filter((convention) => declarations.filter(({ name }) => name === convention).length < 2),
    [],
  );
});
test('no exported name is a participle or an auxiliary', () => {
  assert.equal(
    declarations.filter(({ name }) => empty.test(name)),
    [],
  );
});
test('exported declarations are found however they are written', () => {
  const text =
    'export const a = 1;\nexport async function b() {}\nexport interface C {}\n' +
    'export abstract class D {}\nconst e = 2;\nexport type F = 1;\n';
  assert.equal(
    [...text.matchAll(exported)].map(([, name]) => name),
    ['a', 'b', 'C', 'D', 'F'],
  );
});
test.run();
