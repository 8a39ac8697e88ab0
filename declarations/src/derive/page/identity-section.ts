import type { Attributes, Endpoints } from '../../declare/index.ts';
import { identitySchema } from '../identity-schema.ts';
import { listDeclaration } from '../list-declaration.ts';
import { typeName } from './schema-section.ts';

interface IdentifiedSubject {
  readonly form: string;
  readonly name: string;
  readonly attributes: Attributes;
  readonly key?: readonly string[];
  readonly endpoints?: Endpoints;
  readonly notListed?: string;
}

const attributeRows = (attributes: Attributes, rows: readonly (readonly [string, boolean])[], title: string): string =>
  [
    `| Attribute | Type | ${title} | |`,
    '|---|---|---|---|',
    ...rows.map(([name, isRequired]) => {
      const { kind, doc } = attributes[name]!;
      return `| \`${name}\` | ${typeName(kind)} | ${isRequired ? 'yes' : 'no'} | ${doc} |`;
    }),
  ].join('\n');

const placeholders = (names: readonly string[], indent: string): readonly string[] => {
  const width = Math.max(...names.map((name) => name.length));
  return names.map((name) => `${indent}${name.padEnd(width)} = "…"`);
};

/** What identifies an object, and the import by it; empty for what is no resource. */
export const identitySection = (subject: IdentifiedSubject): string => {
  if (subject.form !== 'resource' || subject.key === undefined) return '';
  const { attributes } = identitySchema({ ...subject, key: subject.key });
  const rows = Object.entries(attributes).map(([name, { requiredForImport }]) => [name, requiredForImport] as const);
  const block = [
    'import {',
    `  to = slipway_${subject.name}.example`,
    '  identity = {',
    ...placeholders(
      rows.map(([name]) => name),
      '    ',
    ),
    '  }',
    '}',
  ];
  return [
    'An `import` block of Terraform 1.12 or newer can name an object by its identity:',
    '',
    '```terraform',
    ...block,
    '```',
    '',
    attributeRows(subject.attributes, rows, 'Required'),
  ].join('\n');
};

/** The section on the list resource with its filters, or on the reason why there is none. */
export const listSection = (subject: IdentifiedSubject): string => {
  if (subject.form !== 'resource' || subject.endpoints === undefined) return '';
  const list = listDeclaration({ name: subject.name, endpoints: subject.endpoints, attributes: subject.attributes });
  if (list === undefined) return `\`terraform query\` does not find these objects. ${subject.notListed ?? ''}`.trimEnd();
  const rows = Object.entries(list.attributes).map(([name, { mode }]) => [name, mode === 'required'] as const);
  const needed = rows.filter(([, isRequired]) => isRequired).map(([name]) => name);
  const config = needed.length === 0 ? [] : ['', '  config {', ...placeholders(needed, '    '), '  }'];
  return [
    '`terraform query` (Terraform 1.14 or newer) finds these objects, and writes their configuration with `-generate-config-out`.',
    'The block belongs in a file that ends with `.tfquery.hcl`:',
    '',
    '```terraform',
    `list "slipway_${subject.name}" "all" {`,
    '  provider = slipway',
    ...config,
    '}',
    '```',
    ...(rows.length === 0 ? [] : ['', attributeRows(subject.attributes, rows, 'Required')]),
  ].join('\n');
};
