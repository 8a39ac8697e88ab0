import { type Hover, MarkupKind } from 'vscode-languageserver/node';
import type { Described } from '../lint/describe/describe.ts';
import { code, escapedMarkdown } from './markdown.ts';
import { rangeIn } from './ranges.ts';

interface Words { readonly text: (said: string) => string; readonly name: (said: string) => string; readonly strong: (said: string) => string }

const markdown: Words = { text: escapedMarkdown, name: code, strong: (said) => `**${said}**` };
const plain: Words = { text: (said) => said, name: (said) => `\`${said}\``, strong: (said) => said };

const span = (since: string | undefined, removedIn: string | undefined, text: Words['text']): string =>
  [...since === undefined ? [] : [`since ${text(since)}`], ...removedIn === undefined ? [] : [`removed in ${text(removedIn)}`]].map((part) => `, ${part}`).join('');

/** What a hover says: the deprecation first, then what the property is. */
export function hoverOf(described: Described, text: string, isMarkdown: boolean): Hover {
  const words = isMarkdown ? markdown : plain;
  const { name, deprecations, titles, descriptions } = described;
  const told = deprecations.map(({ message }) => message);
  const paragraphs = [
    ...deprecations.flatMap(({ message, replacement, since, removedIn }) => [
      `${words.strong('Deprecated')}${span(since, removedIn, words.text)}`,
      words.text(message),
      ...replacement === undefined ? [] : [`Write ${words.name(replacement)} instead of ${words.name(name)}.`],
    ]),
    ...titles.map((title) => words.strong(words.text(title))),
    // Schemas often say the same twice.
    ...descriptions.filter((description) => !told.includes(description)).map(words.text),
  ];
  return { range: rangeIn(text, described), contents: { kind: isMarkdown ? MarkupKind.Markdown : MarkupKind.PlainText, value: paragraphs.join('\n\n') } };
}
