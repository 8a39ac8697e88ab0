import * as cdktf from 'cdktf';
import type { Construct } from 'constructs';
import type { DataSlipwayNoCodeModule } from './generated/data-slipway-no-code-module.ts';
import { NoCodeModule as GeneratedModule, type NoCodeModuleConfig } from './generated/no-code-module.ts';
import { type Option, optionText, optionType } from './option.ts';

import {
  NoCodeWorkspace as GeneratedWorkspace,
  type NoCodeWorkspaceConfig as GeneratedConfig,
  type NoCodeWorkspaceVariables,
} from './generated/no-code-workspace.ts';
import { WorkspaceTagBinding } from './generated/workspace-tag-binding.ts';
import { WorkspaceTag } from './generated/workspace-tag.ts';
import { literalValue, addValidation, childName } from './literal.ts';
import { valueText, type VariableValue } from './value-text.ts';
import { type ChildOptions, childId, warnAboutRename } from './rename-warning.ts';
import type { TiedProject } from './set-application.ts';
import type { TiedWorkspace } from './tied-workspace.ts';
import { withWorkspaceMethods } from './workspace-methods.ts';

export type { NoCodeModuleConfig };
/** What is offered, by variable: those not named take any value. */
export interface Offers {
  readonly [variable: string]: Option;
}

/** A registry module offered for making workspaces of it, and what may be chosen. */
export class NoCodeModule<O extends Offers = {}> extends GeneratedModule {
  readonly #wrong: string[] = [];

  public constructor(scope: Construct, id: string, config: NoCodeModuleConfig) {
    super(scope, id, config);
    addValidation(this, () => this.#wrong);
  }

  /** What may be chosen for one variable: `offer('region', ['eu', 'us'])`. The type is that of the values unless given. */
  public offer<const N extends string, const V extends Option>(
    variable: N,
    options: readonly V[],
    type?: string,
  ): NoCodeModule<O & { readonly [name in N]: V }> {
    const there = this.variableOptionsInput ?? {};
    const known = type ?? optionType(options);
    if (known === undefined)
      this.#wrong.push(`The options of "${variable}" are empty, or of different types: set the type of the module's variable.`);
    else if ('resolve' in there)
      this.#wrong.push(`"${variable}" cannot be offered: \`variableOptions\` is known to the engine alone. Write them all in one place.`);
    else if (Object.hasOwn(there, variable)) this.#wrong.push(`"${variable}" is offered twice. Write all its options in one place.`);
    else this.putVariableOptions({ ...there, [variable]: { type: known, options: options.map((option) => optionText(option, known)) } });
    return this as unknown as NoCodeModule<O & { readonly [name in N]: V }>;
  }

  /** A workspace made of it. A value that is not offered is an error: at once in TypeScript, and at synthesis. */
  public workspace(
    name: string,
    { id, ...config }: Omit<NoCodeWorkspaceConfig<O>, 'name' | 'module' | 'noCodeModuleId'> & ChildOptions = {},
  ): NoCodeWorkspace<O> {
    const own = childId(this, 'workspace', 'name of the workspace', name, id);
    const given = { provider: this.provider, ...config, name, module: this } as NoCodeWorkspaceConfig<O>;
    return warnAboutRename(new NoCodeWorkspace<O>(this, own, given), 'workspace');
  }
}

/** A value, or a value with its options. */
export type NoCodeValue<V> = V | cdktf.IResolvable | (Omit<NoCodeWorkspaceVariables, 'value'> & { readonly value: V | cdktf.IResolvable });
export type NoCodeVariables<O extends Offers> = { readonly [name in keyof O]?: NoCodeValue<O[name]> } & {
  readonly [name: string]: NoCodeValue<any> | undefined;
};

export interface NoCodeWorkspaceConfig<O extends Offers = {}> extends Omit<GeneratedConfig, 'variables' | 'noCodeModuleId'> {
  /** The offer it is made of, or its ID. */
  readonly module: NoCodeModule<O> | DataSlipwayNoCodeModule | string;
  /** By name: `{ region: 'eu' }`, or `{ region: { value: 'eu', description: 'where' } }`. */
  readonly variables?: NoCodeVariables<O>;
  /** The project it belongs to, instead of `projectId`. */
  readonly project?: TiedProject;
}

const isValueOnly = (value: NoCodeValue<VariableValue>): value is VariableValue =>
  typeof value !== 'object' ||
  value === null ||
  Array.isArray(value) ||
  cdktf.Token.isUnresolved(value) ||
  isEngineValue(value) ||
  !('value' in value);
const isEngineValue = (value: object): boolean => value instanceof cdktf.TerraformVariable || value instanceof cdktf.TerraformLocal;

const noCodeVariable = (holder: string, name: string, given: NoCodeValue<VariableValue>): NoCodeWorkspaceVariables => {
  const { value, ...rest } = isValueOnly(given) ? { value: given } : (given as { readonly value: VariableValue });
  const { text, code } = valueText(holder, `the variable "${name}"`, value);
  return { ...(code === undefined ? {} : { hcl: code }), ...rest, value: text };
};

/** Values of sensitive variables are write-only: neither plan nor state contain them. */
const noCodeVariables = (
  holder: string,
  variables: NoCodeVariables<Offers>,
  own: { readonly [name: string]: string } = {},
): Pick<GeneratedConfig, 'variables' | 'variableValuesWo'> => {
  const shown: { [name: string]: NoCodeWorkspaceVariables } = {};
  const secret: { [name: string]: string } = { ...own };
  for (const [name, given] of Object.entries(variables)) {
    if (given === undefined) continue;
    const { value, ...rest } = noCodeVariable(holder, name, given);
    shown[name] = rest.sensitive === true ? rest : { ...rest, ...(value === undefined ? {} : { value }) };
    if (rest.sensitive === true && value !== undefined) secret[name] = value;
  }
  return { variables: shown, ...(Object.keys(secret).length > 0 ? { variableValuesWo: secret } : {}) };
};

/** A workspace made of a no-code module. Changing its variables upgrades it. */
export class NoCodeWorkspace<O extends Offers = {}> extends withWorkspaceMethods(GeneratedWorkspace) {
  public constructor(scope: Construct, id: string, { module, variables, project, ...config }: NoCodeWorkspaceConfig<O>) {
    const offer = module instanceof NoCodeModule ? (module as NoCodeModule<O>) : undefined;
    super(scope, id, {
      ...(offer?.versionPinInput === undefined ? {} : { moduleVersion: offer.versionPin }),
      ...config,
      ...(project ? { projectId: project.id } : {}),
      noCodeModuleId: typeof module === 'string' ? module : module.id,
      ...(variables ? noCodeVariables(`${scope.node.path}/${id}`, variables, config.variableValuesWo) : {}),
    });
    addValidation(this, () => [
      project && config.projectId !== undefined && 'Give `project` or `projectId`, not both.',
      this.#sharesWithItself && 'A workspace reads its own state anyway: do not share it with itself.',
      ...this.#notOffered(offer),
    ]);
  }

  #sharesWithItself = false;

  /** Key-value tags and flat ones; tags from elsewhere are kept. */
  public tag(...tags: readonly (string | { readonly [key: string]: string })[]): this {
    const common = { workspaceId: this.id, provider: this.provider };
    for (const tag of tags) {
      if (typeof tag === 'string') new WorkspaceTag(this, `tag-${childName(this, 'tag', tag)}`, { ...common, name: tag });
      else
        for (const [key, value] of Object.entries(tag))
          new WorkspaceTagBinding(this, `tag-binding-${childName(this, 'key of the tag', key)}`, { ...common, key, value });
    }
    return this;
  }

  /** Lets other workspaces read its state. Consumers from elsewhere are kept. */
  public override shareStateWith(...others: readonly TiedWorkspace[]): this {
    this.#sharesWithItself ||= others.some((other) => other === this);
    return super.shareStateWith(...others);
  }

  #notOffered(module: NoCodeModule<O> | undefined): readonly string[] {
    const [offers, variables] = [module?.variableOptionsInput ?? {}, this.variablesInput ?? {}];
    if ('resolve' in offers || 'resolve' in variables) return [];
    const secrets = this.variableValuesWoInput ?? {};
    return Object.entries(variables).flatMap(([name, { value: plain, sensitive }]) => {
      const offered = offers[name];
      const value = plain ?? secrets[name];
      const said = literalValue(value);
      if (!offered || said === undefined || cdktf.Token.isUnresolved(offered.options)) return [];
      if (offered.options.some((option) => said === option || optionText(said, offered.type) === option)) return [];
      return [
        `"${name}" is ${sensitive ? 'a value' : JSON.stringify(said)} that ${module?.node.path} does not offer. It offers ` +
          `${offered.options.map((option) => (offered.type === 'string' ? JSON.stringify(option) : option)).join(', ')}.`,
      ];
    });
  }
}
