import type { Attributes, AttributeKind } from '../../declare/index.ts';

const folders: { readonly [form: string]: { readonly folder: string; readonly block: string } } = {
  resource: { folder: 'resources', block: 'resource' },
  'data source': { folder: 'data-sources', block: 'data' },
  ephemeral: { folder: 'ephemeral-resources', block: 'ephemeral' },
  action: { folder: 'actions', block: 'action' },
  list: { folder: 'list-resources', block: 'list' },
};

/** The folder of examples in HCL (`.tf`) or TypeScript (`.ts`). */
export const examplePath = (form: string, name: string, extension: 'tf' | 'ts'): string =>
  `examples/${folders[form]?.folder ?? form}/${name}.${extension}`;

const fencedBlock = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

/** A placeholder value, with a comment that describes valid values. */
const placeholder = (kind: AttributeKind): string => {
  const options = (kind.json as { enum?: readonly string[] }).enum;
  if (options?.[0] !== undefined) return JSON.stringify(options[0]);
  if (kind.members) return '{ … }';
  if (kind.item) return kind.collection === 'map' ? '{}' : '[]';
  return kind.type === 'bool' ? 'true' : kind.type === 'number' ? '1' : `"…" # ${kind.description}`;
};

const minimalExample = (block: string, name: string, attributes: Attributes): string =>
  [
    `${block} "slipway_${name}" "example" {`,
    ...Object.entries(attributes)
      .filter(([, attribute]) => attribute.mode === 'required')
      .map(([key, attribute]) => `  ${key} = ${placeholder(attribute.kind)}`),
    '}',
  ].join('\n');

/** The examples of the repository; without one, the required lines only. */
export const examplesOf = (
  of: { readonly form: string; readonly name: string; readonly attributes: Attributes },
  files: { readonly [path: string]: string },
): string => {
  const hcl = files[examplePath(of.form, of.name, 'tf')] ?? minimalExample(folders[of.form]?.block ?? of.form, of.name, of.attributes);
  const typescript = files[examplePath(of.form, of.name, 'ts')];
  return [fencedBlock('terraform', hcl), ...(typescript === undefined ? [] : [fencedBlock('typescript', typescript)])].join('\n\n');
};
