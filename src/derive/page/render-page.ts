import type { Attributes, Constraint, Endpoints } from '../../declare/index.ts';
import { attributeTables } from './attributes.ts';
import { examplesOf } from './examples.ts';

export interface PageSubject {
  readonly form: string;
  readonly name: string;
  readonly doc: string;
  readonly attributes: Attributes;
  readonly constraints?: readonly Constraint[];
  readonly imports?: readonly string[];
  readonly notes?: readonly string[];
  readonly endpoints?: Endpoints;
  /** A data source's: the first whose parameters are given is asked. */
  readonly requests?: readonly string[];
  readonly deprecated?: string | undefined;
}

/** Texts by path, from the project's root: `examples/resources/workspace.tf`. */
export interface ExampleFiles {
  readonly [path: string]: string;
}

const pageSection = (title: string, body: string): readonly string[] => (body === '' ? [] : [`## ${title}`, '', body, '']);

const ruleList = (of: PageSubject): string => (of.constraints ?? []).map((constraint) => `- ${constraint.doc}`).join('\n');

/** Parts of an import form that a name can stand for. */
const nameImportNote = (of: PageSubject): string => {
  const parts = Object.entries(of.attributes)
    .filter(([name, { references }]) => references !== undefined && of.imports?.some((form) => form.includes(`{${name}}`)))
    .map(([name]) => `\`${name}\``);
  return parts.length === 0
    ? ''
    : `\n\nFor ${parts.join(' and ')} the name does as well as the ID, in the organization of the first part or of the provider's section.`;
};

const importBlocks = (of: PageSubject): string =>
  (of.imports ?? [])
    .map((form) => ['```hcl', 'import {', `  to = slipway_${of.name}.example`, `  id = "${form}"`, '}', '```'].join('\n'))
    .join('\n\n') + nameImportNote(of);

const requestTable = (of: PageSubject): string => {
  const rows = [...(of.requests ?? []).map((row) => ['read', row]), ...Object.entries(of.endpoints ?? {})].map(
    ([when, row]) => `| ${String(when).replaceAll('_', '\\_')} | \`${row}\` |`,
  );
  return rows.length === 0 ? '' : ['| When | Request |', '|---|---|', ...rows].join('\n');
};

/** The reference page in Markdown: what it is, examples, attributes, rules, import, notes, requests. */
export const renderPage = (of: PageSubject, files: ExampleFiles = {}): string =>
  [
    `# slipway_${of.name}${of.form === 'resource' ? '' : ` (${of.form})`}`,
    '',
    of.doc,
    '',
    ...(of.deprecated === undefined ? [] : [`> **Deprecated.** ${of.deprecated}`, '']),
    ...pageSection('Example', examplesOf(of, files)),
    ...pageSection('Attributes', attributeTables(of.attributes)),
    ...pageSection('Rules', ruleList(of)),
    ...pageSection('Import', importBlocks(of)),
    ...pageSection('Notes', (of.notes ?? []).join('\n\n')),
    ...pageSection('Requests', requestTable(of)),
  ].join('\n');
