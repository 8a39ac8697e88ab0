import type { Construct } from 'constructs';
import { NoCodeModule as Generated, type NoCodeModuleConfig } from './generated/no-code-module.ts';
import { addValidation, childName } from './literal.ts';
import { NoCodeWorkspace, type NoCodeWorkspaceConfig } from './no-code-workspace.ts';
import { type Option, optionText, optionType } from './option.ts';

export type { NoCodeModuleConfig };
/** What is offered, by variable: those not named take any value. */
export interface Offers {
  readonly [variable: string]: Option;
}

/** A registry module offered for making workspaces of it, and what may be chosen. */
export class NoCodeModule<O extends Offers = {}> extends Generated {
  readonly #wrong: string[] = [];

  public constructor(scope: Construct, id: string, config: NoCodeModuleConfig) {
    super(scope, id, config);
    addValidation(this, () => this.#wrong);
  }

  /** What may be chosen for one variable: `offer('region', ['eu', 'us'])`. The type is that of the values, unless said. */
  public offer<const N extends string, const V extends Option>(
    variable: N,
    options: readonly V[],
    type?: string,
  ): NoCodeModule<O & { readonly [name in N]: V }> {
    const there = this.variableOptionsInput ?? {};
    const known = type ?? optionType(options);
    if (known === undefined)
      this.#wrong.push(`The options of "${variable}" are none, or of different types: say which type the module's variable has.`);
    else if ('resolve' in there)
      this.#wrong.push(`"${variable}" cannot be offered: \`variableOptions\` is known to the engine alone. Write them all in one place.`);
    else if (Object.hasOwn(there, variable)) this.#wrong.push(`"${variable}" is offered twice. Write all its options in one place.`);
    else this.putVariableOptions({ ...there, [variable]: { type: known, options: options.map((option) => optionText(option, known)) } });
    return this as unknown as NoCodeModule<O & { readonly [name in N]: V }>;
  }

  /** A workspace made of it. A value that is not offered is an error: at once in TypeScript, and at synthesis. */
  public workspace(name: string, config: Omit<NoCodeWorkspaceConfig<O>, 'name' | 'module' | 'noCodeModuleId'> = {}): NoCodeWorkspace<O> {
    return new NoCodeWorkspace<O>(this, `workspace-${childName(this, 'name of the workspace', name)}`, {
      provider: this.provider,
      ...config,
      name,
      module: this,
    });
  }
}
