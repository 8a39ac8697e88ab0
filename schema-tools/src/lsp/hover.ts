import { type Hover, MarkupKind } from 'vscode-languageserver/node';
import type { PropertyDescription, PropertyText } from '../lint/describe/describe-property.ts';
import { formatCode, escapeMarkdown } from './markdown.ts';
import { toRange } from './ranges.ts';

interface HoverFormat {
  readonly text: (said: string) => string;
  readonly name: (said: string) => string;
  readonly strong: (said: string) => string;
}

const markdown: HoverFormat = { text: escapeMarkdown, name: formatCode, strong: (said) => `**${said}**` };
const plainText: HoverFormat = { text: (said) => said, name: (said) => `\`${said}\``, strong: (said) => said };

const versionRange = (since: string | undefined, removedIn: string | undefined, text: HoverFormat['text']): string =>
  [...(since === undefined ? [] : [`since ${text(since)}`]), ...(removedIn === undefined ? [] : [`removed in ${text(removedIn)}`])]
    .map((part) => `, ${part}`)
    .join('');

const replacementSentence = (replacement: string, name: string, isUncertain: true | undefined): string =>
  isUncertain ? `Use ${replacement} instead of ${name}; it may take another value.` : `Write ${replacement} instead of ${name}.`;

/** The content of a hover: the deprecation first, then the description of the property. */
export function toHover(described: PropertyDescription, text: string, isMarkdown: boolean): Hover {
  const words = isMarkdown ? markdown : plainText;
  const { name, deprecations, titles, descriptions, values } = described;
  const show = ({ text: said, isMarkdown: isReady }: PropertyText): string => (isReady ? said : words.text(said));
  const told = deprecations.map(({ message }) => message);
  const paragraphs = [
    ...deprecations.flatMap(({ message, replacement, isUncertain, since, removedIn }) => [
      `${words.strong('Deprecated')}${versionRange(since, removedIn, words.text)}`,
      words.text(message),
      ...(replacement === undefined ? [] : [replacementSentence(words.name(replacement), words.name(name), isUncertain)]),
    ]),
    ...titles.map((title) => words.strong(words.text(title))),
    // Schemas often repeat a text.
    ...descriptions.filter((one) => !told.includes(one.text)).map(show),
    ...(values.length === 0 ? [] : [values.map((one) => `- ${words.name(one.value)}: ${show(one)}`).join('\n')]),
  ];
  return {
    range: toRange(text, described),
    contents: { kind: isMarkdown ? MarkupKind.Markdown : MarkupKind.PlainText, value: paragraphs.join('\n\n') },
  };
}
