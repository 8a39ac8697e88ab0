import { type DocumentSymbol, type SymbolInformation, SymbolKind } from 'vscode-languageserver/node';
import type { OutlineSymbol } from '../lint/describe/outline.ts';
import { toRange } from './ranges.ts';

const kinds: { readonly [kind in OutlineSymbol['kind']]: SymbolKind } = {
  object: SymbolKind.Module,
  list: SymbolKind.Array,
  text: SymbolKind.String,
  number: SymbolKind.Number,
  boolean: SymbolKind.Boolean,
  null: SymbolKind.Null,
};

/** A name that is empty is not allowed in the protocol. */
const shownName = (name: string): string => (name.trim() === '' ? '""' : name);

/** The symbols of a document as a tree. */
export const toDocumentSymbols = (symbols: readonly OutlineSymbol[], text: string): DocumentSymbol[] =>
  symbols.map(({ name, kind, whole, key, children }) => ({
    name: shownName(name),
    kind: kinds[kind],
    range: toRange(text, whole),
    selectionRange: toRange(text, key),
    children: toDocumentSymbols(children, text),
  }));

/** The symbols of a document as a list, for editors without trees. */
export const toSymbolInformation = (
  symbols: readonly OutlineSymbol[],
  uri: string,
  text: string,
  containerName?: string,
): SymbolInformation[] =>
  symbols.flatMap(({ name, kind, whole, children }) => [
    {
      name: shownName(name),
      kind: kinds[kind],
      location: { uri, range: toRange(text, whole) },
      ...(containerName === undefined ? {} : { containerName }),
    },
    ...toSymbolInformation(children, uri, text, shownName(name)),
  ]);
