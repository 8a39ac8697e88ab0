import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Format, readSource } from '../../src/documents/index.ts';
import { findTemplate } from '../../src/lint/template/find-template.ts';
import { templateName } from '../../src/lint/template/template-name.ts';
import { runLint } from '@slipway/test-support/lint';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('lint: templates');
const languageOf = async (text: string, format: Format = 'yaml'): Promise<string | undefined> =>
  findTemplate(await readSource(text, format))?.language;

for (const [text, language, format] of [
  ['a: 1\n{{- if .Values.b }}\nb: 2\n{{- end }}\n', 'Helm', 'yaml'],
  ['name: {{ include "chart.name" . }}\nlabels: {{ toYaml .x | nindent 2 }}\n', 'Helm', 'yaml'],
  ['{{ range .Items }}\n- {{ .Name }}\n{{ end }}\n', 'Go', 'yaml'],
  ['a: 1\n{% if b %}\nb: {{ b }}\n{% endif %}\n', 'Jinja', 'yaml'],
  ['a: <%= b %>: c\n  d: e\n', 'ERB', 'yaml'],
  ['{ "a": {{ .b }} }', 'Go', 'json'],
  ['a = {{ b }}\n', 'Go or Jinja', 'toml'],
  ['name: {{ name }}\n', 'Go or Jinja', 'yaml'],
] as const)
  test(`${JSON.stringify(text)} is a template of ${language}`, async () => assert.is(await languageOf(text, format), language));

for (const [text, language, format] of [
  // Helm and Go.
  ['a:\n  {{- toYaml .Values.a | nindent 2 }}\n', 'Helm', 'yaml'],
  ['a: b\n  {{- with .Values.c }}\n  d: {{ . }}\n  {{- end }}\n', 'Helm', 'yaml'],
  ['a: 1\n{{/* comment */}}\nb: 2\n', 'Go', 'yaml'],
  // Mustache and Handlebars.
  ['{{#each items}}\n- name: {{name}}\n{{/each}}\n', 'Handlebars or Mustache', 'yaml'],
  ['a: 1\n{{^b}}\nc: 2\n{{/b}}\n', 'Handlebars or Mustache', 'yaml'],
  ['a: {{{b}}}\n', 'Handlebars or Mustache', 'yaml'],
  ['{{> header}}\na: 1\n', 'Handlebars or Mustache', 'yaml'],
  ['{{! a comment }}\na: 1\n', 'Handlebars or Mustache', 'yaml'],
  ['{ "a": {{{json b}}} }', 'Handlebars or Mustache', 'json'],
  ['{ "a": "{{b}}"{{#unless last}},{{/unless}} "c": 1 }', 'Handlebars or Mustache', 'json'],
  // Liquid and Jinja.
  ['{% assign x = 1 %}\na: {{ x }}\n', 'Liquid', 'yaml'],
  ['a: {{ b | escape }}\n{% unless c %}\nd: 1\n{% endunless %}\n', 'Liquid', 'yaml'],
  ['{ "a": [ {% for b in c %} "{{ b }}", {% endfor %} ] }', 'Jinja', 'json'],
  ['{#- note -#}\na: {{ b }}\n', 'Go or Jinja', 'yaml'],
  ['{{ b }}: c\n', 'Go or Jinja', 'yaml'],
  // cookiecutter, which also replaces in quotes.
  ['name: {{ cookiecutter.name }}\n', 'cookiecutter', 'yaml'],
  ['port: "{{ cookiecutter.port }}"\n', 'cookiecutter', 'yaml'],
  ['name = "{{ cookiecutter.name }}"\n', 'cookiecutter', 'toml'],
  ['{ "name": "{{cookiecutter.name}}" }', 'cookiecutter', 'json'],
  // ERB.
  ['a: <%= ENV["B"] %>\n', 'ERB', 'yaml'],
  ['<% if x %>\na: 1\n<% end %>\n', 'ERB', 'yaml'],
  ['{ "a": <%= b.to_json %> }', 'ERB', 'json'],
] as const)
  test(`${JSON.stringify(text)} is a template of ${language}`, async () => assert.is(await languageOf(text, format), language));

for (const [text, reason, format] of [
  ['if: ${{ github.ref == "x" }}\nname: ${{ matrix.a }}\n', 'expressions of a CI service', 'yaml'],
  ['${{ if eq(a, b) }}:\n  c: 1\n', 'an expression of a CI service as a key', 'yaml'],
  ['{ "a": "{{ b }}", "c": "{% d %}", "e": "<%= f %>" }', 'marks in JSON texts', 'json'],
  ['a = "{{ b }}"\n', 'a mark in a TOML text', 'toml'],
  ['a: "%{ if b }c%{ endif }"\n', 'a directive of Terraform', 'yaml'],
  ['a: %{ if b }c%{ endif }\n', 'an error that no mark explains', 'yaml'],
  ['msg: Hello {{ name }}\nurl: http://{{ host }}/a\n', 'a plain text with a mark, which its program renders', 'yaml'],
  ['a: {{}}\nb: {{c: d}: e}\n', 'mappings as keys', 'yaml'],
  ['a: ${b}\nc: $(d)\ne: $[ f ]\n', 'variables', 'yaml'],
  ['run: |\n  <%= a %>\n  {{ cookiecutter.b }}\n', 'a text of several lines', 'yaml'],
  ['# {{ cookiecutter.a }}\na: 1\n', 'a mark of cookiecutter in a comment', 'yaml'],
] as const)
  test(`${JSON.stringify(text)} is none: ${reason}`, async () => assert.is(await languageOf(text, format), undefined));

for (const [name, language, format] of [
  ['values.yaml.j2', 'Jinja', 'yaml'],
  ['a/config.json.erb', 'ERB', 'json'],
  ['config.toml.tpl', 'Helm, Go or Terraform', 'toml'],
  ['_helpers.tpl', 'Helm, Go or Terraform', undefined],
  ['values.yaml.gotmpl', 'Go', 'yaml'],
  ['config.yml.mustache', 'Mustache', 'yaml'],
  ['package.json.hbs', 'Handlebars', 'json'],
  ['_config.yml.liquid', 'Liquid', 'yaml'],
  ['pyproject.toml.jinja', 'Jinja', 'toml'],
] as const)
  test(`${name} is named as a template of ${language}`, () => assert.equal(templateName(name), { language, format }));
test('other names say nothing of a template', () =>
  assert.equal(
    ['a.json', 'template.yaml', 'j2.yaml', 'erb', 'a.j2.yaml', 'tpl/a.toml'].map((name) => templateName(name)),
    Array(6).fill(undefined),
  ));

test('a file that is named as a template is told once and not parsed, also in a folder', async () => {
  const folder = temporaryFolder({
    's.json': '{"type":"object"}',
    'in/a.yaml.j2': '[1, {{ x }\n',
    'in/b.json.erb': '[1]',
    'in/_helpers.tpl': '{{ define "x" }}',
    'in/c.yaml': 'a: 1\n',
  });
  const { code, stdout } = await runLint(folder, ['--schema', 's.json', '--format', 'json', 'in', 'in/_helpers.tpl']);
  assert.is(code, 0);
  assert.equal(
    (JSON.parse(stdout) as { file: string; rule: string; severity: string; message: string }[]).map(({ file, rule, severity, message }) => [
      file,
      rule,
      severity,
      message,
    ]),
    [
      ['in/a.yaml.j2', 'template', 'info', 'this is a template (Jinja), not YAML; it is linted only when it is rendered'],
      ['in/b.json.erb', 'template', 'info', 'this is a template (ERB), not JSON; it is linted only when it is rendered'],
      ['in/_helpers.tpl', 'template', 'info', 'this is a template (Helm, Go or Terraform); it is linted only when it is rendered'],
    ],
  );
});
test('what cookiecutter asks, cookiecutter.json, is no template', async () => {
  const text = '{ "a": "b", "c": "{{ cookiecutter.a }}" }';
  const { stdout } = await runLint({ 's.json': '{}', 'cookiecutter.json': text }, ['--schema', 's.json', 'cookiecutter.json']);
  assert.is(stdout, 'Found nothing in 1 file.\n');
});

for (const [text, reason] of [
  ['a: "{{ b }}"\n', 'a mark in quotes is a text'],
  ["a: '{% if b %}'\n", 'a mark in quotes is a text'],
  ['run: |\n  {{- if .x }}\n  echo {{ .y }}\n', 'a text of several lines holds a template'],
  ['on: push\nname: ${{ github.ref }}\n', 'an expression of a CI service'],
  ['# {{ .Values.a }}\na: 1\n', 'a mark in a comment'],
  ['a: { b: { c: 1 } }\n', 'mappings in a line'],
  ['x: "{{ a }}"\n\n\n\n\nb: [1\n', 'another error, far from a mark in quotes'],
  ['x: "{{ a }}"\nb: [1\n', 'another error, beside a mark in quotes'],
  ['# {{ a }}\nb: [1\n', 'another error, beside a mark in a comment'],
  ['run: |\n  echo {{ .y }}\n\n\n\n\nb: [1\n', 'another error, far from a text with a mark'],
] as const)
  test(`${JSON.stringify(text)} is none: ${reason}`, async () => assert.is(await languageOf(text), undefined));

test('a line of very many marks takes time in proportion to its length', async () => {
  assert.is(await languageOf(`{ "a": "${'{{ x }} '.repeat(400_000)}" "b" }`, 'json'), undefined);
  assert.is(await languageOf(`{ "a": ${'{{ x }} '.repeat(400_000)} }`, 'json'), 'Go or Jinja');
});

test('a list of very many items is looked through', async () => {
  assert.is(await languageOf(`a: {{ b }}\nc:\n${'- { d: 1 }\n'.repeat(20_000)}`), 'Go or Jinja');
});

test.run();
