import { type CodeAction, CodeActionKind, type CodeActionParams, type TextEdit, type WorkspaceEdit } from 'vscode-languageserver/node';
import { lineIndex } from '../documents/line-index.ts';
import type { Edit } from '../documents/source.ts';
import type { Finding } from '../lint/finding.ts';
import { type DiagnosticDocument, toDiagnostic } from './diagnostics.ts';
import { ignoreEdit, isIgnorable } from './ignore-comment.ts';
import { toRange, isTouching } from './ranges.ts';
import { renameAllEdits, renameEdits } from './rename-all.ts';
import type { DocumentResult } from './document-linter.ts';

export const fixAllKind = `${CodeActionKind.SourceFixAll}.slipway`;

/** Whether the requested kinds include this one; a kind includes those that extend it after a dot. */
const isRequestedKind = (only: readonly string[] | undefined, kind: string): boolean =>
  only === undefined || only.some((one) => one === '' || kind === one || kind.startsWith(`${one}.`));

/** Edits of one version of a document. With versions an editor can refuse what came too late. */
function workspaceEdit(uri: string, { text, version }: DocumentResult, edits: readonly Edit[], withVersion: boolean): WorkspaceEdit {
  const lines = lineIndex(text);
  const written = edits.map((edit): TextEdit => ({ range: toRange(text, lines.region(edit)), newText: edit.text }));
  return withVersion ? { documentChanges: [{ textDocument: { uri, version }, edits: written }] } : { changes: { [uri]: written } };
}

/** With more findings in the selection, ignoring them is not offered: every offer requires a lint run. */
const maxIgnoreActions = 10;

/** The document of a request, its findings in the requested range, and how edits become a workspace edit. */
interface ActionContext {
  readonly result: DocumentResult;
  readonly shown: DiagnosticDocument;
  readonly selected: readonly Finding[];
  readonly toWorkspaceEdit: (edits: readonly Edit[]) => WorkspaceEdit;
}

const renameActions = ({ result: { text }, shown, selected, toWorkspaceEdit }: ActionContext): readonly CodeAction[] =>
  selected.flatMap((finding) => {
    const [edit] = renameEdits({ text, findings: [finding] });
    if (!edit) return [];
    return [
      {
        title: `Write \`${finding.replacement!}\` instead`,
        kind: CodeActionKind.QuickFix,
        isPreferred: true,
        diagnostics: [toDiagnostic(finding, shown)],
        edit: toWorkspaceEdit([edit]),
      },
    ];
  });

/** Actions that ignore a rule on a line, one for each rule and line. */
async function ignoreActions(
  { result, shown, selected, toWorkspaceEdit }: ActionContext,
  signal: AbortSignal,
): Promise<readonly CodeAction[]> {
  const keys = new Set<string>();
  const offers = selected.filter((finding) => {
    const key = `${finding.line} ${finding.rule}`;
    return isIgnorable(finding) && !keys.has(key) && keys.add(key);
  });
  const actions: CodeAction[] = [];
  for (const finding of offers.length > maxIgnoreActions ? [] : offers) {
    const edit = await ignoreEdit(result, finding, signal);
    if (!edit) continue;
    const same = selected.filter(({ line, rule }) => line === finding.line && rule === finding.rule);
    actions.push({
      title: `Ignore \`${finding.rule}\` on this line`,
      kind: CodeActionKind.QuickFix,
      diagnostics: same.map((one) => toDiagnostic(one, shown)),
      edit: toWorkspaceEdit([edit]),
    });
  }
  return actions;
}

/** The code actions for the findings in a range: safe renames, ignoring a finding, and all safe renames of the document. */
export async function codeActions(
  { textDocument: { uri }, range, context }: CodeActionParams,
  result: DocumentResult,
  withVersion: boolean,
  signal: AbortSignal,
): Promise<CodeAction[]> {
  const { text, name, findings } = result;
  const selected = findings.filter((finding) => finding.file === name && isTouching(toRange(text, finding), range));
  const toWorkspaceEdit = (edits: readonly Edit[]): WorkspaceEdit => workspaceEdit(uri, result, edits, withVersion);
  const action: ActionContext = { result, shown: { uri, text, name }, selected, toWorkspaceEdit };
  const actions: CodeAction[] = [];
  if (isRequestedKind(context.only, CodeActionKind.QuickFix))
    actions.push(...renameActions(action), ...(await ignoreActions(action, signal)));
  // Unless the editor requests this kind, it is offered together with a rename only: otherwise every place of a document would have an
  // action.
  if (isRequestedKind(context.only, fixAllKind) && (context.only !== undefined || selected.some(({ edit }) => edit))) {
    const edits = await renameAllEdits(result, signal);
    if (edits.length > 0)
      actions.push({ title: 'Rename all deprecated fields that can be renamed safely', kind: fixAllKind, edit: toWorkspaceEdit(edits) });
  }
  return actions;
}
