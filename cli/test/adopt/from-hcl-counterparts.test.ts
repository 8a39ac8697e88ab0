/** The codemod's table has a row for each declared attribute that differs, and no others. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { counterparts, publicProviders } from '../../src/adopt/from-hcl/counterparts.ts';
import { dataSources, resources } from '@slipway/declarations/resources';

const test = suite('counterparts of public types');

const rows = (mode: 'resource' | 'data') =>
  Object.entries(counterparts[mode]).flatMap(([type, all]) => all.map((counterpart) => ({ type, counterpart })));
const declared = { resource: Object.values(resources), data: Object.values(dataSources) };
const resourceNamed = (name: string) => declared.resource.find((one) => one.name === name)!;
const providerOf = (type: string) => publicProviders.find(({ prefix }) => type.startsWith(`${prefix}_`))!;

test('every type that a `moved` block takes over is rewritten, and no other', () => {
  const moves = Object.values(resources).flatMap(({ name, stateMoves = [] }) => stateMoves.map(({ type }) => `${type} -> ${name}`));
  assert.equal(
    rows('resource')
      .map(({ type, counterpart }) => `${type} -> ${counterpart.to}`)
      .sort(),
    moves.sort(),
  );
  assert.is(moves.length, 33);
});
test('the source of each provider is that which the moves expect', () => {
  const addresses = { tfe: 'registry.example/hashicorp/tfe', circleci: 'registry.example/CircleCI-Public/circleci' };
  for (const { stateMoves = [] } of Object.values(resources))
    for (const { type, provider } of stateMoves) {
      const { prefix, source } = providerOf(type);
      assert.ok(provider.test(addresses[prefix]) && source.test(addresses[prefix]), type);
    }
});
test('what an attribute or a member is renamed to is declared', () => {
  const wrong = (['resource', 'data'] as const).flatMap((mode) =>
    rows(mode).flatMap(({ type, counterpart: { to, attributes = {}, blocks = {} } }) => {
      const found = declared[mode].find(({ name }) => name === to);
      if (!found) return [`${type} -> ${to}`];
      const names = [
        ...Object.values(attributes),
        ...Object.entries(blocks).flatMap(([name, form]) =>
          form.form === 'inline'
            ? [...Object.values(form.members ?? {}), ...(form.instead ? [form.instead.attribute] : [])]
            : [name, ...(form.form === 'object' ? Object.values(form.members ?? {}).map((member) => `${name}.${member}`) : [])],
        ),
      ];
      const isDeclared = (path: string): boolean => {
        const [first, member] = path.replace(/^one\((\w+)\)$/, '$1').split('.') as [string, string | undefined];
        const attribute = found.attributes[first];
        return attribute !== undefined && (member === undefined || attribute.kind.members?.[member] !== undefined);
      };
      return names.filter((path) => !isDeclared(path)).map((path) => `${type}: ${path}`);
    }),
  );
  assert.equal(wrong, []);
});
test('what a value is called is one of the values that are declared', () => {
  const wrong = rows('resource').flatMap(({ type, counterpart: { to, values = {} } }) =>
    Object.entries(values).flatMap(([name, names]) => {
      const { enum: all } = resourceNamed(to).attributes[name]!.kind.json as { readonly enum: readonly string[] };
      return Object.entries(names).flatMap(([theirs, ours]) => (all.includes(ours) && !all.includes(theirs) ? [] : [`${type}.${name}`]));
    }),
  );
  assert.equal(wrong, []);
});
test('every word that the hosted dialect has for a value is rewritten', () => {
  const missing = rows('resource').flatMap(({ type, counterpart: { to, values = {} } }) =>
    Object.entries(resourceNamed(to).attributes).flatMap(([name, { kind }]) => {
      const { enum: all = [] } = kind.json as { readonly enum?: readonly unknown[] };
      return all.some((one) => one === 'infra' || one === 'codehost_app') && !values[name] ? [`${type}.${name}`] : [];
    }),
  );
  assert.equal(missing, []);
});
test('what identifies an object in the state of a move is renamed alike in the configuration', () => {
  const marked = new Proxy({}, { get: (_, name) => (name === 'resource_class' ? 'a/b' : `<${String(name)}>`) });
  const wrong = Object.values(resources).flatMap(({ name, stateMoves = [] }) =>
    stateMoves.flatMap(({ type, move }) => {
      const row = counterparts.resource[type]!.find(({ to }) => to === name)!;
      return Object.entries(move(marked)).flatMap(([ours, value]) => {
        const theirs = /^<(.*)>$/.exec(String(value))?.[1];
        return theirs === undefined || (row.attributes?.[theirs] ?? theirs) === ours ? [] : [`${type}.${theirs} -> ${ours}`];
      });
    }),
  );
  assert.equal(wrong, []);
});
test('of several counterparts each has a condition of its own', () => {
  for (const [type, all] of Object.entries(counterparts.resource))
    if (all.length > 1) assert.is(new Set(all.map(({ when }) => when)).size, all.length, type);
});

test.run();
