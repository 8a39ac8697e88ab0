import {
  type ClientCapabilities,
  type CompletionItem,
  CompletionItemKind,
  CompletionItemTag,
  InsertTextFormat,
  type MarkupContent,
  MarkupKind,
} from 'vscode-languageserver/node';
import type { Completion, Completions } from '../lint/complete/complete.ts';
import { escapeMarkdown } from './markdown.ts';
import { toRange } from './ranges.ts';

/** What an editor shows of completions. */
export interface CompletionCapabilities {
  readonly supportsTags: boolean;
  readonly supportsMarkdown: boolean;
}

export const completionCapabilities = ({ textDocument }: ClientCapabilities): CompletionCapabilities => {
  const item = textDocument?.completion?.completionItem;
  return {
    supportsTags: item?.tagSupport?.valueSet.includes(CompletionItemTag.Deprecated) === true,
    supportsMarkdown: item?.documentationFormat?.includes(MarkupKind.Markdown) === true,
  };
};

const documentation = (description: string, isMarkdown: boolean): MarkupContent =>
  isMarkdown ? { kind: MarkupKind.Markdown, value: escapeMarkdown(description) } : { kind: MarkupKind.PlainText, value: description };

/** Deprecated members are struck through where the editor can, and come last. */
const deprecation = (isDeprecated: boolean, supportsTags: boolean): Partial<CompletionItem> =>
  isDeprecated ? (supportsTags ? { tags: [CompletionItemTag.Deprecated] } : { deprecated: true }) : {};

/** The completions of a text as the protocol has them, in the order of the schema. */
export function toCompletionItems(
  { region, items }: Completions,
  text: string,
  { supportsTags, supportsMarkdown }: CompletionCapabilities,
): CompletionItem[] {
  const range = toRange(text, region);
  return items.map(({ label, text: newText, kind, isDeprecated, detail, description }: Completion, index) => ({
    label,
    kind: kind === 'key' ? CompletionItemKind.Property : CompletionItemKind.EnumMember,
    sortText: `${isDeprecated ? 1 : 0}${`${index}`.padStart(5, '0')}`,
    // The editor compares what is written, which has quotes in JSON.
    filterText: newText.startsWith('"') ? JSON.stringify(label).replace(/^"(".*")"$/s, '$1') : label,
    insertTextFormat: InsertTextFormat.PlainText,
    textEdit: { range, newText },
    ...(detail === undefined ? {} : { detail }),
    ...(description === undefined ? {} : { documentation: documentation(description, supportsMarkdown) }),
    ...deprecation(isDeprecated, supportsTags),
  }));
}
