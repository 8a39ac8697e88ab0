import type { Source } from '../../documents/source.ts';
import { deprecations, faults } from '../../index.ts';
import { associatedValue } from '../judge/run-rules.ts';
import type { Association } from '../judge/association.ts';

/** A message of the evaluation about a place of a document. */
export interface EvaluationIssue {
  readonly document: number;
  readonly pointer: string;
  readonly kind: string;
  readonly replacement?: string;
}

export const deprecatedKind = 'deprecated';

/** Everything that is wrong with a source, and everything deprecated in it: what a rename must not make more. */
export const evaluationIssues = (source: Source, associations: readonly Association[]): readonly EvaluationIssue[] =>
  associations.flatMap((association) => {
    const asked = associatedValue(source, association);
    if (!asked) return [{ document: association.document, pointer: association.pointer, kind: 'gone' }];
    const { document, pointer: from, compiled } = association;
    return [
      ...faults(compiled, asked.value).map(({ pointer, keyword, message }) => ({
        document,
        pointer: from + pointer,
        kind: `${keyword}: ${message}`,
      })),
      ...deprecations(compiled, asked.value, 'lenient').map(({ pointer, replacement, isUncertain }) => ({
        document,
        pointer: from + pointer,
        kind: deprecatedKind,
        ...(replacement === undefined || isUncertain ? {} : { replacement }),
      })),
    ];
  });

const issueKey = ({ document, pointer, kind: about }: EvaluationIssue): string => JSON.stringify([document, pointer, about]);

/**
 * The issues after a change that did not exist before, with multiplicity. `moved`: the new pointer of an old place; `mended`: issues that
 * should have disappeared.
 */
export const newIssues = (
  before: readonly EvaluationIssue[],
  after: readonly EvaluationIssue[],
  moved: (document: number, pointer: string) => string,
  mended: ReadonlySet<string>,
): readonly EvaluationIssue[] => {
  const left = new Map<string, number>();
  for (const said of before) {
    if (said.kind === deprecatedKind && mended.has(`${said.document} ${said.pointer}`)) continue;
    const key = issueKey({ ...said, pointer: moved(said.document, said.pointer) });
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  return after.filter((said) => {
    const count = left.get(issueKey(said)) ?? 0;
    left.set(issueKey(said), count - 1);
    return count <= 0;
  });
};
