import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Format, readSource } from '../../src/documents/index.ts';
import { findTemplate } from '../../src/lint/template/find-template.ts';

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
