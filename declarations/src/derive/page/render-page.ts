import type { Attributes, Constraint, Endpoints, ServiceName } from '../../declare/index.ts';
import { examplesOf } from './examples.ts';
import { identitySection, listSection } from './identity-section.ts';
import { schemaSection } from './schema-section.ts';

export interface PageSubject {
  readonly form: string;
  readonly name: string;
  readonly service?: ServiceName;
  readonly doc: string;
  readonly attributes: Attributes;
  readonly constraints?: readonly Constraint[];
  /** For a resource: the attributes that identify an object. */
  readonly key?: readonly string[];
  readonly imports?: readonly string[];
  readonly notes?: readonly string[];
  readonly endpoints?: Endpoints;
  /** For a data source with several endpoints: the first one is used whose path parameters are set. */
  readonly requests?: readonly string[];
  readonly deprecated?: string | undefined;
}

/** Texts by path, from the project's root: `examples/resources/workspace.tf`. */
export interface ExampleFiles {
  readonly [path: string]: string;
}

const subcategories: { readonly [service in ServiceName]: string } = { workspaces: 'Workspaces', ci: 'CI' };

const formTitles: { readonly [form: string]: string } = {
  resource: 'Resource',
  'data source': 'Data Source',
  ephemeral: 'Ephemeral Resource',
  action: 'Action',
};

/** The front matter that documentation tools of the engine read. */
export const frontMatter = (title: string, subcategory: string, description: string): readonly string[] => [
  '---',
  `page_title: ${JSON.stringify(`${title} - slipway`)}`,
  `subcategory: ${JSON.stringify(subcategory)}`,
  'description: |-',
  ...description.split('\n').map((line) => `  ${line}`),
  '---',
  '',
];

const pageSection = (title: string, body: string): readonly string[] => (body === '' ? [] : [`## ${title}`, '', body, '']);

const ruleList = (subject: PageSubject): string => (subject.constraints ?? []).map((constraint) => `- ${constraint.doc}`).join('\n');

/** The parts of an import ID that may be a name. */
const nameImportNote = (subject: PageSubject): string => {
  const parts = Object.entries(subject.attributes)
    .filter(([name, { references }]) => references !== undefined && subject.imports?.some((form) => form.includes(`{${name}}`)))
    .map(([name]) => `\`${name}\``);
  if (parts.length === 0) return '';
  const names = parts.join(' and ');
  return `\n\n${names} can be a name instead of an ID; it is looked up in the organization of the first part, or of the provider block.`;
};

const importBlocks = (subject: PageSubject): string =>
  (subject.imports ?? [])
    .map((form) => ['```terraform', 'import {', `  to = slipway_${subject.name}.example`, `  id = "${form}"`, '}', '```'].join('\n'))
    .join('\n\n') + nameImportNote(subject);

const requestTable = (subject: PageSubject): string => {
  const rows = [...(subject.requests ?? []).map((endpoint) => ['read', endpoint]), ...Object.entries(subject.endpoints ?? {})].map(
    ([operation, endpoint]) => `| ${String(operation).replaceAll('_', '\\_')} | \`${endpoint}\` |`,
  );
  return rows.length === 0 ? '' : ['| Operation | Request |', '|---|---|', ...rows].join('\n');
};

/** A reference page in the form of the public registry's pages, in Markdown. */
export const renderPage = (subject: PageSubject, files: ExampleFiles = {}): string => {
  const form = formTitles[subject.form] ?? subject.form;
  return [
    ...frontMatter(`slipway_${subject.name} ${form}`, subject.service ? subcategories[subject.service] : '', subject.doc),
    `# slipway_${subject.name} (${form})`,
    '',
    subject.doc,
    '',
    ...(subject.deprecated === undefined ? [] : [`> **Deprecated.** ${subject.deprecated}`, '']),
    ...pageSection('Example Usage', examplesOf(subject, files)),
    ...pageSection('Schema', schemaSection(subject.attributes)),
    ...pageSection('Rules', ruleList(subject)),
    ...pageSection('Import', importBlocks(subject)),
    ...pageSection('Identity', identitySection(subject)),
    ...pageSection('List', listSection(subject)),
    ...pageSection('Notes', (subject.notes ?? []).join('\n\n')),
    ...pageSection('API Requests', requestTable(subject)),
  ].join('\n');
};
