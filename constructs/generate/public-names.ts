import type { AttributeMeta, ConstructMeta } from '@slipway/declarations/derive';
import type { PublicNames } from '../src/public-names.ts';
import { camelCase } from './structs.ts';

const hosts = { github_app: 'codehost_app', bitbucket_dc: 'codehost_dc' };
const category = { values: { category: { terraform: 'infra' } } };

/**
 * From the reference pages of `hashicorp/tfe` and `CircleCI-Public/circleci`: what their resources and data sources (`data.…`) call
 * attributes and values. A test compares it with what `slipway adopt` rewrites.
 */
const theirNames: { readonly [block: string]: Partial<PublicNames> } = {
  workspace: { attributes: { terraform_version: 'engine_version' } },
  workspace_variable: category,
  variable_set_variable: category,
  no_code_module: { attributes: { module: 'registry_module_id', registry_module: 'registry_module_id' } },
  oauth_client: { attributes: { oauth_token: 'oauth_token_string' } },
  ssh_key: { attributes: { key: 'value', key_wo: 'value_wo', key_wo_version: 'value_wo_version' } },
  ci_context: { attributes: { organization_id: 'organization' } },
  'data.ci_context': { attributes: { organization_id: 'organization' } },
  ci_context_restriction: { attributes: { type: 'restriction_type', value: 'restriction_value' } },
  ci_pipeline_definition: { values: { config_source_provider: hosts, checkout_source_provider: hosts } },
  ci_project: { attributes: { organization_id: 'organization' } },
  ci_trigger: {
    attributes: { pipeline_id: 'pipeline_definition_id', event_source_web_hook_sender: 'event_source_webhook_sender' },
    values: { event_source_provider: hosts },
  },
  ci_webhook: { attributes: { signing_secret: 'signing_secret_wo' } },
};

/** Undefined where a block has the same names as theirs. */
export const publicNamesOf = ({ name, attributes: own }: ConstructMeta, form: string): PublicNames | undefined => {
  const found = form === 'ephemeral' || form === 'provider' ? undefined : theirNames[form === 'resource' ? name : `data.${name}`];
  if (!found) return undefined;
  const { attributes = {}, values = {} } = found;
  const unknown = [...Object.values(attributes), ...Object.keys(values)].filter((one) => own[one] === undefined);
  if (unknown.length > 0) throw new Error(`${name} has no ${unknown.join(', ')}, which stands for a name of a public provider`);
  return { attributes, values };
};

/** The names in the spelling of constructs, as the class hands them on. */
const namesText = ({ attributes, values }: PublicNames): string =>
  JSON.stringify({
    attributes: Object.fromEntries(Object.entries(attributes).map(([theirs, ours]) => [camelCase(theirs), camelCase(ours)])),
    values: Object.fromEntries(Object.entries(values).map(([attribute, words]) => [camelCase(attribute), words])),
  });

const optionalMember = (theirs: string, ours: string, target: AttributeMeta, text: string): string => {
  const type = new RegExp(`readonly ${camelCase(ours)}\\?: (.*);`).exec(text)?.[1];
  return target.mode === 'required' || type === undefined
    ? ''
    : `  /** @deprecated The name of the public provider: write \`${camelCase(ours)}\`. */\n  readonly ${camelCase(theirs)}?: ${type};\n`;
};

/** Makes a class take names of the public providers, too, and hint at ours. */
export const withPublicNames = (text: string, className: string, meta: ConstructMeta, names: PublicNames): string => {
  const members = Object.entries(names.attributes)
    .map(([theirs, ours]) => optionalMember(theirs, ours, meta.attributes[ours] as AttributeMeta, text))
    .join('');
  const start = `export interface ${className}Config extends cdktf.TerraformMetaArguments {\n`;
  const constructor = new RegExp(`public constructor\\(scope: Construct, id: string, config: ${className}Config( = \\{\\})?\\) \\{\\n`);
  if (!text.includes(start) || !constructor.test(text)) throw new Error(`${className} has no configuration that is known here`);
  return text
    .replace(start, `${start}${members}`)
    .replace(
      constructor,
      `public constructor(scope: Construct, id: string, given: ${className}Config$1) {\n` +
        '    const config = withOwnNames(given, publicNames);\n',
    )
    .replace(/(\n    validateAtSynthesis\(this, [^)]*\);)/, '$1\n    hintAtOwnNames(this, given, publicNames);')
    .replace(
      'import { validateAtSynthesis }',
      "import { hintAtOwnNames, type PublicNames, withOwnNames } from '../public-names.ts';\nimport { validateAtSynthesis }",
    )
    .replace(start.trimEnd(), `const publicNames: PublicNames = ${namesText(names)};\n\n${start.trimEnd()}`);
};
