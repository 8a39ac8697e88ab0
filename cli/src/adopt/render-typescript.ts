import type { AttributeKind } from '@slipway/declarations/declare';
import { type TemplateFile, typescriptFiles } from '../init/template-files.ts';
import type { WrittenValue, FilePlan, PlannedObject, PlannedVariable } from './plan-files.ts';

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const camelCase = (words: readonly string[]): string => words.map((word, at) => (at === 0 ? word : capitalize(word))).join('');
const pascalCase = (name: string): string => name.split('_').map(capitalize).join('');
const memberName = (name: string): string => camelCase(name.split('_'));
/** Quotes a text as oxfmt and prettier do. */
const quote = (text: string): string =>
  text.includes("'") && !text.includes('"')
    ? JSON.stringify(text)
    : `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
/** A value for the engine, which would take `${` for the beginning of a template. */
const quoteValue = (text: string): string => quote(text.replace(/[$%]\{/g, (sequence) => `${sequence[0]}${sequence}`));
const propertyName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name));

/** Names that a constant cannot have, or that each file uses for something else. */
const taken = new Set(
  (
    'app stack default new class function import export const let var delete enum if else for while do return switch case with this ' +
    'super null true false void typeof in of try catch finally throw interface package private public protected static yield await'
  ).split(' '),
);

/** Constructs with methods of their own; of all other types the generated one. */
const designed = new Set(['project', 'workspace', 'variable_set']);

interface NamedObject {
  readonly object: PlannedObject;
  readonly constant: string;
  readonly id: string;
}
type Names = ReadonlyMap<PlannedObject, NamedObject>;

/** The first of these types has the bare name where several objects would share it. */
const precedence = ['project', 'workspace', 'variable_set', 'team', 'ci_project', 'ci_context'];
const rankOf = ({ resource }: PlannedObject): number =>
  (precedence.indexOf(resource.name) + precedence.length + 1) % (precedence.length + 1);

/** Constants and construct IDs: the words of the name, with the type where another object has them already. */
const nameObjects = ({ objects }: FilePlan): Names => {
  const used = new Set<string>();
  const named = [...objects]
    .sort((left, right) => rankOf(left) - rankOf(right))
    .map((object): readonly [PlannedObject, NamedObject] => {
      const isUsed = used.has(object.words.join('-'));
      const words = isUsed ? [...object.words, ...object.resource.name.split('_')] : object.words;
      used.add(words.join('-'));
      // Neither a constant nor a resource of the engine, which is named by the ID, begins with a digit.
      const [constant, id] = [camelCase(words), words.join('-')].map((name) => name.replace(/^(?=[0-9])/, '_')) as [string, string];
      return [object, { object, constant: taken.has(constant) ? `${constant}Object` : constant, id }];
    });
  return new Map(named);
};

const renderValue = (kind: AttributeKind, value: unknown, indent: string): string => {
  if (typeof value === 'string') return quoteValue(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[${value.map((one) => renderValue(kind.item ?? kind, one, inner)).join(', ')}]`;
  const entries = Object.entries(value).map(([name, one]) => {
    const member = kind.members?.[name];
    return `${propertyName(member ? memberName(name) : name)}: ${renderValue(member?.kind ?? kind.item ?? kind, one, inner)}`;
  });
  const short = `{ ${entries.join(', ')} }`;
  if (entries.length === 0) return '{}';
  return short.length < 80 && !short.includes('\n') ? short : `{\n${entries.map((one) => `${inner}${one},\n`).join('')}${indent}}`;
};

const renderExpression = (names: Names, kind: AttributeKind, expression: WrittenValue, indent: string): string => {
  if (expression.kind === 'reference') return `${names.get(expression.target)!.constant}.${memberName(expression.attribute)}`;
  if (expression.kind === 'variable') return camelCase(expression.name.split('_'));
  if (expression.kind === 'list')
    return `[${expression.items.map((one) => renderExpression(names, kind.item ?? kind, one, indent)).join(', ')}]`;
  return renderValue(kind, expression.value, indent);
};

const renderProperties = (names: Names, { resource, attributes }: PlannedObject, without: readonly string[]): string => {
  const lines = attributes
    .filter(([name]) => !without.includes(name))
    .map(([name, value]) => [memberName(name), renderExpression(names, resource.attributes[name]!.kind, value, '  ')] as const)
    .map(([name, value]) => (name === value ? name : `${name}: ${value}`));
  const short = `{ ${lines.join(', ')} }`;
  if (lines.length === 0) return '{}';
  return short.length < 90 && !short.includes('\n') ? short : `{\n${lines.map((line) => `  ${line},\n`).join('')}}`;
};

/** The construct of the project that declares the object by one of its methods. */
const makerOf = ({
  resource,
  attributes,
  file,
}: PlannedObject): readonly [maker: PlannedObject, attribute: string, method: string] | undefined => {
  const [attribute, method] =
    resource.name === 'workspace'
      ? ['project_id', 'workspace']
      : resource.name === 'variable_set'
        ? ['parent_project_id', 'variableSet']
        : [];
  const value = attributes.find(([name]) => name === attribute)?.[1];
  return value?.kind === 'reference' && value.target.file === file ? [value.target, attribute!, method!] : undefined;
};

const renderObject = (names: Names, object: PlannedObject): string => {
  const { constant, id } = names.get(object)!;
  const type = pascalCase(object.resource.name);
  const maker = makerOf(object);
  if (maker === undefined) return `export const ${constant} = new ${type}(stack, ${quote(id)}, ${renderProperties(names, object, [])});`;
  const [project, attribute, method] = maker;
  const properties = renderProperties(names, object, ['name', attribute]);
  const rest = properties === '{}' ? '' : `, ${properties}`;
  return `export const ${constant} = ${names.get(project)!.constant}.${method}(${quote(String(object.values['name']))}${rest});`;
};

const referencedObjects = (expression: WrittenValue): readonly PlannedObject[] =>
  expression.kind === 'reference' ? [expression.target] : expression.kind === 'list' ? expression.items.flatMap(referencedObjects) : [];

const importLine = (names: Iterable<string>, from: string): string => {
  const sorted = [...new Set(names)].sort();
  return sorted.length === 0 ? '' : `import { ${sorted.join(', ')} } from ${quote(from)};\n`;
};

const importsOf = (names: Names, plan: FilePlan, file: string): string => {
  const own = plan.objects.filter((one) => one.file === file);
  const types = [...new Set(own.filter((one) => makerOf(one) === undefined).map(({ resource }) => resource.name))].sort();
  const targets = own
    .flatMap(({ attributes }) => attributes.flatMap(([, value]) => referencedObjects(value)))
    .filter((one) => one.file !== file);
  const variables = own.flatMap(({ attributes }) =>
    attributes.flatMap(([, value]) => (value.kind === 'variable' ? camelCase(value.name.split('_')) : [])),
  );
  return [
    importLine(types.filter((type) => designed.has(type)).map(pascalCase), '@slipway/constructs'),
    ...types
      .filter((type) => !designed.has(type))
      .map((type) => importLine([pascalCase(type)], `@slipway/constructs/gen/${type.replaceAll('_', '-')}`)),
    ...plan.files.map((other) =>
      importLine(
        targets.filter((one) => one.file === other).map((one) => names.get(one)!.constant),
        `./${other}.js`,
      ),
    ),
    importLine(['stack'], './stack.js'),
    importLine(variables, './variables.js'),
  ].join('');
};

const stackFile = (name: string, organizations: { readonly workspaces: string | null; readonly ci: string | null }): string => {
  const sections = Object.entries(organizations).flatMap(([section, organization]) =>
    organization === null ? [] : [`${section}: { organization: ${quote(organization)} }`],
  );
  return `import { Slipway } from '@slipway/constructs';
import { App, TerraformStack } from 'cdktf';

export const app = new App();
export const stack = new TerraformStack(app, ${quote(name)});
// Addresses and tokens: of \`slipway login\`, or of the environment.
new Slipway(stack, 'slipway', { ${sections.join(', ')} });
`;
};

const renderVariable = ({ name, description }: PlannedVariable): string =>
  `export const ${camelCase(name.split('_'))} = hidden(${quote(name)}, ${quote(description)});`;

const variablesFile = ({ variables }: FilePlan): string =>
  `import { TerraformVariable } from 'cdktf';
import { stack } from './stack.js';

/** A value that no response of the service contains. While TF_VAR_… of its name is not set, the service keeps what it has. */
const hidden = (name: string, description: string): string | undefined =>
  process.env[\`TF_VAR_\${name}\`] === undefined
    ? undefined
    : new TerraformVariable(stack, name, { description, type: 'string', sensitive: true }).stringValue;

${variables.map(renderVariable).join('\n')}
`;

/** An app in TypeScript: one file for each project; import blocks and variables in files of their own. */
export const renderTypescript = (plan: FilePlan, organizations: Parameters<typeof stackFile>[1], name: string): readonly TemplateFile[] => {
  const names = nameObjects(plan);
  const files = plan.files.map((file) => ({
    path: `${file}.ts`,
    text: `${importsOf(names, plan, file)}\n${plan.objects
      .filter((one) => one.file === file)
      .map((one) => renderObject(names, one))
      .join('\n')}\n`,
  }));
  const imports = plan.files.map((file) =>
    importLine(
      plan.objects.filter((one) => one.file === file).map((one) => names.get(one)!.constant),
      `./${file}.js`,
    ),
  );
  const importCalls = plan.objects.map((one) => `${names.get(one)!.constant}.importFrom(${quote(one.importId)});`);
  const main = `import './imports.js'; // Remove this line, and its file, after the first deployment.\n${plan.files
    .map((file) => `import './${file}.js';\n`)
    .join('')}import { app } from './stack.js';\n\napp.synth();\n`;
  return [
    ...typescriptFiles('cdktf').filter(({ path }) => path !== 'main.ts'),
    { path: 'main.ts', text: main },
    { path: 'stack.ts', text: stackFile(name, organizations) },
    ...files,
    ...(plan.variables.length === 0 ? [] : [{ path: 'variables.ts', text: variablesFile(plan) }]),
    { path: 'imports.ts', text: `${imports.join('')}\n${importCalls.join('\n')}\n` },
  ];
};
