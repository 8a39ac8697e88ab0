import { providerAddress } from 'slipway/engine/address';
import { version } from '@slipway/declarations/version';
import type { TemplateFile } from '../init/template-files.ts';
import type { WrittenValue, FilePlan, PlannedObject, PlannedVariable } from './plan-files.ts';

const identifier = (words: readonly string[]): string => words.join('_').replace(/^(?=[0-9])/, '_');
const addressOf = ({ resource, words }: PlannedObject): string => `slipway_${resource.name}.${identifier(words)}`;

/** A string of the language: template sequences are escaped. */
const quote = (text: string): string => JSON.stringify(text).replace(/[$%]\{/g, (sequence) => `${sequence[0]}${sequence}`);
const attributeName = (name: string): string => (/^[A-Za-z_][A-Za-z0-9_-]*$/.test(name) ? name : quote(name));

const renderValue = (value: unknown, indent: string): string => {
  if (typeof value === 'string') return quote(value);
  if (Array.isArray(value)) return `[${value.map((one) => renderValue(one, indent)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return renderAttributes(
    Object.entries(value).map(([name, one]) => [name, { kind: 'literal', value: one }]),
    indent,
  );
};

const renderExpression = (expression: WrittenValue, indent: string): string => {
  if (expression.kind === 'reference') return `${addressOf(expression.target)}.${expression.attribute}`;
  if (expression.kind === 'variable') return `var.${expression.name}`;
  if (expression.kind === 'list') return `[${expression.items.map((one) => renderExpression(one, indent)).join(', ')}]`;
  return renderValue(expression.value, indent);
};

/** `{ … }` with one attribute a line, equal signs below each other where lines follow each other, as the engine formats it. */
const renderAttributes = (attributes: readonly (readonly [string, WrittenValue])[], indent: string): string => {
  const inner = `${indent}  `;
  const lines = attributes.map(([name, value]) => [attributeName(name), renderExpression(value, inner)] as const);
  const isMultiline = (at: number): boolean => lines[at]?.[1].includes('\n') ?? true;
  const width = (at: number): number => {
    let [from, to] = [at, at];
    while (!isMultiline(from - 1)) from--;
    while (!isMultiline(to + 1)) to++;
    return Math.max(...lines.slice(from, to + 1).map(([name]) => name.length));
  };
  const text = lines.map(([name, value], at) => `${inner}${isMultiline(at) ? name : name.padEnd(width(at))} = ${value}`);
  return text.length === 0 ? '{}' : `{\n${text.join('\n')}\n${indent}}`;
};

const renderResource = (object: PlannedObject): string =>
  `resource "slipway_${object.resource.name}" "${identifier(object.words)}" ${renderAttributes(object.attributes, '')}`;

const renderVariable = ({ name, description }: PlannedVariable): string =>
  [
    `variable "${name}" {`,
    `  description = ${quote(description)}`,
    '  type        = string',
    '  default     = null',
    '  sensitive   = true',
    '}',
  ].join('\n');

const renderSection = (name: string, organization: string | null): string =>
  organization === null ? '' : `  ${name} = {\n    organization = ${quote(organization)}\n  }\n`;

const main = (organizations: { readonly workspaces: string | null; readonly ci: string | null }): string => `terraform {
  required_providers {
    slipway = {
      source  = "${providerAddress}"
      version = "${version}"
    }
  }
}

# Addresses and tokens: of \`slipway login\`, or of the environment.
provider "slipway" {
${renderSection('workspaces', organizations.workspaces)}${renderSection('ci', organizations.ci)}}
`;

/** A configuration in HCL: one file for each project, import blocks and variables in files of their own. */
export const renderHcl = (plan: FilePlan, organizations: Parameters<typeof main>[0]): readonly TemplateFile[] => [
  { path: 'main.tf', text: main(organizations) },
  ...plan.files.map((file) => ({
    path: `${file}.tf`,
    text: `${plan.objects
      .filter((one) => one.file === file)
      .map(renderResource)
      .join('\n\n')}\n`,
  })),
  ...(plan.variables.length === 0
    ? []
    : [
        {
          path: 'variables.tf',
          text: `${plan.variables.map(renderVariable).join('\n\n')}\n`,
        },
      ]),
  {
    path: 'imports.tf',
    text: `# Remove this file after the first deployment.\n\n${plan.objects
      .map((one) => `import {\n  to = ${addressOf(one)}\n  id = ${quote(one.importId)}\n}`)
      .join('\n\n')}\n`,
  },
];
