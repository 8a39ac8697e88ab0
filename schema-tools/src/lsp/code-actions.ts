import { type CodeAction, CodeActionKind, type CodeActionParams, type TextEdit, type WorkspaceEdit } from 'vscode-languageserver/node';
import { lineIndex } from '../documents/line-index.ts';
import type { Edit } from '../documents/source.ts';
import { toDiagnostic } from './diagnostics.ts';
import { ignoreEdit, isIgnorable } from './ignore-comment.ts';
import { toRange, isTouching } from './ranges.ts';
import { renameAllEdits, renameEdits } from './rename-all.ts';
import type { DocumentResult } from './document-linter.ts';

export const fixAllKind = `${CodeActionKind.SourceFixAll}.slipway`;

/** Whether an editor that asks for some kinds means this one; kinds are above what follows them after a dot. */
const isRequestedKind = (only: readonly string[] | undefined, kind: string): boolean =>
  only === undefined || only.some((one) => one === '' || kind === one || kind.startsWith(`${one}.`));

/** Edits of one version of a document. With versions an editor can refuse what came too late. */
function workspaceEdit(uri: string, { text, version }: DocumentResult, edits: readonly Edit[], withVersion: boolean): WorkspaceEdit {
  const lines = lineIndex(text);
  const written = edits.map((edit): TextEdit => ({ range: toRange(text, lines.region(edit)), newText: edit.text }));
  return withVersion ? { documentChanges: [{ textDocument: { uri, version }, edits: written }] } : { changes: { [uri]: written } };
}

/** Whoever selects more than so many findings wants none of them ignored; each offer is judged before it is made. */
const maxIgnoreActions = 10;

/** What can be done about the findings at a range: the safe renames, to ignore them, and all renames of the document at once. */
export async function codeActions(
  { textDocument: { uri }, range, context }: CodeActionParams,
  verdict: DocumentResult,
  withVersion: boolean,
  signal: AbortSignal,
): Promise<CodeAction[]> {
  const { text, name, findings } = verdict;
  const shown = { uri, text, name };
  const here = findings.filter((finding) => finding.file === name && isTouching(toRange(text, finding), range));
  const actions: CodeAction[] = [];
  const edited = (edits: readonly Edit[]) => workspaceEdit(uri, verdict, edits, withVersion);

  if (isRequestedKind(context.only, CodeActionKind.QuickFix)) {
    for (const finding of here) {
      const [edit] = renameEdits({ text, findings: [finding] });
      if (edit)
        actions.push({
          title: `Write \`${finding.replacement!}\` instead`,
          kind: CodeActionKind.QuickFix,
          isPreferred: true,
          diagnostics: [toDiagnostic(finding, shown)],
          edit: edited([edit]),
        });
    }
    const told = new Set<string>();
    const offers = here.filter((finding) => {
      const key = `${finding.line} ${finding.rule}`;
      return isIgnorable(finding) && !told.has(key) && told.add(key);
    });
    for (const finding of offers.length > maxIgnoreActions ? [] : offers) {
      const edit = await ignoreEdit(verdict, finding, signal);
      const same = here.filter(({ line, rule }) => line === finding.line && rule === finding.rule);
      if (edit)
        actions.push({
          title: `Ignore \`${finding.rule}\` on this line`,
          kind: CodeActionKind.QuickFix,
          diagnostics: same.map((one) => toDiagnostic(one, shown)),
          edit: edited([edit]),
        });
    }
  }
  // Unless it is asked for, it is offered only beside a rename, lest every place of a document has something to offer.
  if (isRequestedKind(context.only, fixAllKind) && (context.only !== undefined || here.some(({ edit }) => edit))) {
    const edits = await renameAllEdits(verdict, signal);
    if (edits.length > 0)
      actions.push({ title: 'Rename all deprecated fields that can be renamed safely', kind: fixAllKind, edit: edited(edits) });
  }
  return actions;
}
