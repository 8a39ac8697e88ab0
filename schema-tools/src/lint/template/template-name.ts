import { formatOf } from '../../documents/format.ts';
import type { Format } from '../../documents/source.ts';

/** Endings of names that say which program renders a file, each behind the name of what it renders: `values.yaml.j2`. */
const languages: { readonly [extension: string]: string } = {
  '.j2': 'Jinja',
  '.jinja': 'Jinja',
  '.jinja2': 'Jinja',
  '.njk': 'Nunjucks',
  '.erb': 'ERB',
  '.ejs': 'EJS',
  '.epp': 'Puppet',
  '.tpl': 'Helm, Go or Terraform',
  '.tmpl': 'Go',
  '.gotmpl': 'Go',
  '.tftpl': 'Terraform',
  '.mustache': 'Mustache',
  '.hbs': 'Handlebars',
  '.handlebars': 'Handlebars',
  '.liquid': 'Liquid',
  '.mako': 'Mako',
};

/** What the name of a template says: its language, and the format of what it renders, if the rest of the name gives one. */
export interface TemplateName {
  readonly language: string;
  readonly format: Format | undefined;
}

/** Whether the name of a file is that of a template; undefined if it is not. */
export function templateName(path: string): TemplateName | undefined {
  const dot = path.lastIndexOf('.');
  const language = languages[path.slice(Math.max(dot, 0)).toLowerCase()];
  return language === undefined ? undefined : { language, format: formatOf(path.slice(0, dot)) };
}

/** Whether a file of a folder is linted: its name gives its format, or that of what it renders as a template. */
export const isLintedName = (path: string): boolean => formatOf(path) !== undefined || templateName(path)?.format !== undefined;
