import type { CtyType } from '@slipway/declarations/block-schema';
import type { Provider } from 'slipway/protocol/provider-server';
import { docComment } from './docs.ts';
import { generatedNotice } from './rewrite-generated.ts';
import { camelCase } from './structs.ts';

/** What a value of the engine's type is in TypeScript, where it is given. */
const parameterType = (type: CtyType): string => {
  if (type === 'string') return 'string';
  if (type === 'number') return 'number';
  if (type === 'bool') return 'boolean | cdktf.IResolvable';
  if (typeof type === 'string') return 'any';
  if (type[0] === 'list' || type[0] === 'set') return `readonly (${parameterType(type[1])})[] | cdktf.IResolvable`;
  if (type[0] === 'map') return `{ readonly [key: string]: ${parameterType(type[1])} } | cdktf.IResolvable`;
  if (type[0] === 'object')
    return `{ ${Object.entries(type[1])
      .map(([name, one]) => `readonly ${name}?: ${parameterType(one)}`)
      .join('; ')} }`;
  return 'any';
};

/** How a call is shown where its answer is used: the token that carries it. */
const returnToken = (type: CtyType): readonly [type: string, wrap: (call: string) => string] => {
  if (type === 'string') return ['string', (call) => `cdktf.Token.asString(${call})`];
  if (type === 'number') return ['number', (call) => `cdktf.Token.asNumber(${call})`];
  if ((type[0] === 'list' || type[0] === 'set') && type[1] === 'string') return ['string[]', (call) => `cdktf.Token.asList(${call})`];
  return ['cdktf.IResolvable', (call) => call];
};

const functionText = (provider: string, name: string, of: Provider['functions'][string]): string => {
  const parameters = of.parameters.map((parameter) => `${camelCase(parameter.name)}: ${parameterType(parameter.type)}`);
  const rest = of.variadic ? [`...${camelCase(of.variadic.name)}: readonly (${parameterType(of.variadic.type)})[]`] : [];
  const args = [
    ...of.parameters.map((parameter) => camelCase(parameter.name)),
    ...(of.variadic ? [`...${camelCase(of.variadic.name)}`] : []),
  ];
  const [type, wrap] = returnToken(of.returns);
  return [
    ...docComment(
      [
        of.summary,
        '',
        of.description,
        '',
        ...[...of.parameters, ...(of.variadic ? [of.variadic] : [])].map(
          (parameter) => `@param ${camelCase(parameter.name)} ${parameter.description}`,
        ),
        ...(of.deprecationMessage ? [`@deprecated ${of.deprecationMessage}`] : []),
      ],
      '',
    ),
    `export const ${camelCase(name)} = (${[...parameters, ...rest].join(', ')}): ${type} =>`,
    `  ${wrap(`cdktf.call('provider::${provider}::${name}', [${args.join(', ')}])`)};`,
    '',
  ].join('\n');
};

/** Each function of the provider as one of TypeScript; calling it needs a stack that declares the provider. */
export const functionsText = (provider: string, functions: Provider['functions']): string =>
  [
    generatedNotice,
    '',
    "import * as cdktf from 'cdktf';",
    '',
    ...Object.keys(functions)
      .sort()
      .map((name) => functionText(provider, name, functions[name] as Provider['functions'][string])),
  ].join('\n');
