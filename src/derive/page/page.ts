import type { Attributes, Constraint, Endpoints } from '../../declare/index.ts';
import { attributeTables } from './attributes.ts';
import { examplesOf } from './examples.ts';

export interface Paged {
  readonly form: string;
  readonly name: string;
  readonly doc: string;
  readonly attributes: Attributes;
  readonly constraints?: readonly Constraint[];
  readonly imports?: readonly string[];
  readonly notes?: readonly string[];
  readonly endpoints?: Endpoints;
  /** A data source's: the first whose parameters are given is asked. */
  readonly rows?: readonly string[];
  readonly deprecated?: string | undefined;
}

/** Texts by path, from the project's root: `examples/resources/workspace.tf`. */
export interface Files { readonly [path: string]: string }

const section = (title: string, body: string): readonly string[] => (body === '' ? [] : [`## ${title}`, '', body, '']);

const rules = (of: Paged): string => (of.constraints ?? []).map((constraint) => `- ${constraint.doc}`).join('\n');

/** Parts of an import form that a name can stand for. */
const byName = (of: Paged): string => {
  const parts = Object.entries(of.attributes).filter(([name, { refers }]) => refers !== undefined && of.imports?.some((form) => form.includes(`{${name}}`))).map(([name]) => `\`${name}\``);
  return parts.length === 0 ? '' : `\n\nFor ${parts.join(' and ')} the name does as well as the ID, in the organization of the first part or of the provider's section.`;
};

const imports = (of: Paged): string => (of.imports ?? []).map((form) => [
  '```hcl', 'import {', `  to = slipway_${of.name}.example`, `  id = "${form}"`, '}', '```',
].join('\n')).join('\n\n') + byName(of);

const requests = (of: Paged): string => {
  const rows = [...(of.rows ?? []).map((row) => ['read', row]), ...Object.entries(of.endpoints ?? {})]
    .map(([when, row]) => `| ${String(when).replaceAll('_', '\\_')} | \`${row}\` |`);
  return rows.length === 0 ? '' : ['| When | Request |', '|---|---|', ...rows].join('\n');
};

/** The reference page in Markdown: what it is, examples, attributes, rules, import, notes, requests. */
export const page = (of: Paged, files: Files = {}): string => [
  `# slipway_${of.name}${of.form === 'resource' ? '' : ` (${of.form})`}`, '',
  of.doc, '',
  ...(of.deprecated === undefined ? [] : [`> **Deprecated.** ${of.deprecated}`, '']),
  ...section('Example', examplesOf(of, files)),
  ...section('Attributes', attributeTables(of.attributes)),
  ...section('Rules', rules(of)),
  ...section('Import', imports(of)),
  ...section('Notes', (of.notes ?? []).join('\n\n')),
  ...section('Requests', requests(of)),
].join('\n');
