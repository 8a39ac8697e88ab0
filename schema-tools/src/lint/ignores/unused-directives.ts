import { nearestName } from '../wording/nearest-name.ts';
import type { Directive } from './directive.ts';

/** An ignore without effect, and the reason. */
export interface UnusedDirective {
  readonly directive: Directive;
  readonly message: string;
}

const directiveNames = {
  line: 'ignore',
  'next-line': 'ignore-next-line',
  file: 'ignore-file',
  disable: 'disable',
  enable: 'enable',
} as const;

const scopeDescriptions = { line: 'on this line', 'next-line': 'on the next line', file: 'in this file', disable: 'from here on' } as const;

const unusedRuleMessage = (directive: Directive, rule: string, known: readonly string[]): string => {
  if (known.includes(rule))
    return (
      `\`slipway-lint-${directiveNames[directive.scope]} ${rule}\` ignores nothing: the rule finds nothing ` +
      `${scopeDescriptions[directive.scope as keyof typeof scopeDescriptions]}.`
    );
  const nearest = nearestName(rule, known);
  return `There is no rule \`${rule}\` to ignore.${nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`}`;
};

/**
 * The findings about directives, from the rules that each was needed for ('' for one without names). Rules that are off do not make a
 * directive unused: they might have findings when they are on.
 */
export const unusedDirectives = (
  directives: readonly Directive[],
  used: ReadonlyMap<Directive, ReadonlySet<string>>,
  known: readonly string[],
  isOff: (rule: string) => boolean,
): readonly UnusedDirective[] =>
  directives.flatMap((directive, index) => {
    const needed = used.get(directive);
    if (directive.scope === 'enable') {
      const began = directives
        .slice(0, index)
        .some(
          ({ scope: reach, rules }) =>
            reach === 'disable' &&
            (rules.length === 0 || directive.rules.length === 0 || rules.some((rule) => directive.rules.includes(rule))),
        );
      return began ? [] : [{ directive, message: '`slipway-lint-enable` has no effect: there is no `slipway-lint-disable` before it.' }];
    }
    if (directive.rules.length === 0) {
      const hint = directive.scope === 'line' ? ' For the line below it is `slipway-lint-ignore-next-line`.' : '';
      return needed
        ? []
        : [
            {
              directive,
              message:
                `\`slipway-lint-${directiveNames[directive.scope]}\` ignores nothing: nothing is found ` +
                `${scopeDescriptions[directive.scope]}.${hint}`,
            },
          ];
    }
    return directive.rules
      .filter((rule) => !needed?.has(rule) && !(known.includes(rule) && isOff(rule)))
      .map((rule) => ({ directive, message: unusedRuleMessage(directive, rule, known) }));
  });
