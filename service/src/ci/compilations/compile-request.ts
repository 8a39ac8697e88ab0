import {
  arrayValue,
  booleanValue,
  enumValue,
  freeObject,
  objectValue,
  partialObject,
  stringValue,
  uuidValue,
} from '../../http/body-schemas.ts';
import { type PreparationContext, type RequestContext, route } from '../../http/route.ts';
import type { ParameterValues } from '../configuration/parameter-values.ts';
import type { PipelineValues } from '../configuration/templates/pipeline-values.ts';
import { createOrbFinder } from '../orbs/find-published.ts';
import { requireOrganizationById } from '../organizations/require-organization.ts';
import {
  describeValue,
  invalidRequest,
  objectMember,
  optionalMember,
  parseCiBody,
  parseMembers,
  requiredMember,
} from '../requests/read-request.ts';
import { uuidMember } from '../requests/text-members.ts';
import { ciOk } from '../responses.ts';
import { type CompilationRequest, type CompiledText, compileText } from './compile-text.ts';

const textMember = { description: 'the text of a configuration', accepts: (value: unknown) => typeof value === 'string' };
const flagMember = { description: 'true or false', accepts: (value: unknown) => typeof value === 'boolean' };

/** Pipeline values and parameters are texts, numbers and booleans; a value may be null. */
const parseScalars = (value: unknown, pointer: string): PipelineValues => {
  const sent = (value ?? {}) as { readonly [name: string]: unknown };
  const wrong = Object.keys(sent).find((name) => sent[name] !== null && !['string', 'number', 'boolean'].includes(typeof sent[name]));
  if (wrong !== undefined)
    throw invalidRequest({
      detail: `expected a string, a number or a boolean, ${describeValue(sent[wrong])}`,
      pointer: `${pointer}/${wrong.slice(0, 100)}`,
    });
  return sent as PipelineValues;
};
const withoutNulls = (values: PipelineValues): ParameterValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as ParameterValues;

interface ParsedRequest extends Omit<CompilationRequest, 'orbs' | 'findOrbs'> {
  readonly owner: string | undefined;
}

const parseV2 = (ctx: PreparationContext): ParsedRequest => {
  const sent = parseCiBody(ctx, { config_yaml: { ...requiredMember(textMember), hidden: true }, options: optionalMember(objectMember) });
  const options = parseMembers(
    ctx,
    sent['options'] ?? {},
    {
      owner_id: optionalMember(uuidMember),
      pipeline_values: optionalMember(objectMember),
      pipeline_parameters: optionalMember(objectMember),
    },
    '/options',
  );
  return {
    text: sent['config_yaml'] as string,
    owner: options['owner_id'] as string | undefined,
    values: parseScalars(options['pipeline_values'], '/options/pipeline_values'),
    parameters: withoutNulls(parseScalars(options['pipeline_parameters'], '/options/pipeline_parameters')),
  };
};

const parseV3 = (ctx: PreparationContext): ParsedRequest => {
  const { data } = parseCiBody(ctx, { data: requiredMember(objectMember) });
  const { attributes, references } = parseMembers(
    ctx,
    data,
    { attributes: requiredMember(objectMember), references: optionalMember(objectMember) },
    '/data',
  );
  const pointer = '/data/attributes';
  const sent = parseMembers(
    ctx,
    attributes,
    {
      config: { ...requiredMember(textMember), hidden: true },
      enable_next_preview: optionalMember(flagMember),
      pipeline_parameters: optionalMember(objectMember),
      pipeline_values: optionalMember(objectMember),
    },
    pointer,
  );
  const { org } = parseMembers(ctx, references ?? {}, { org: optionalMember(objectMember) }, '/data/references');
  const owner = org === undefined ? undefined : parseMembers(ctx, org, { id: requiredMember(uuidMember) }, '/data/references/org')['id'];
  return {
    text: sent['config'] as string,
    owner: owner as string | undefined,
    values: parseScalars(sent['pipeline_values'], `${pointer}/pipeline_values`),
    parameters: withoutNulls(parseScalars(sent['pipeline_parameters'], `${pointer}/pipeline_parameters`)),
  };
};

/**
 * Compiles before the transaction. The caller has to belong to the organization, whose private orbs the text may use; the folder of orbs
 * is the same for all.
 */
const compileBefore = (parse: (ctx: PreparationContext) => ParsedRequest) => async (ctx: PreparationContext) => {
  const request = parse(ctx);
  const { owner } = request;
  if (owner !== undefined) await ctx.read((reading) => requireOrganizationById(reading, owner.toLowerCase()));
  const findOrbs = createOrbFinder(ctx, owner?.toLowerCase());
  return { request, compiled: await compileText({ ...request, orbs: ctx.settings.orbsFolder, findOrbs }) };
};
const readPrepared = (ctx: RequestContext) => ctx.prepared as { readonly request: ParsedRequest; readonly compiled: CompiledText };

const valuesSchema = { pipeline_values: freeObject, pipeline_parameters: freeObject };

export const routes = [
  route(
    'POST /compile-config-with-defaults',
    async (ctx) => {
      const { request, compiled } = readPrepared(ctx);
      return ciOk({
        valid: 'yaml' in compiled,
        'source-yaml': request.text,
        'output-yaml': 'yaml' in compiled ? compiled.yaml : '',
        errors: 'yaml' in compiled ? [] : compiled.errors.map((message) => ({ message })),
      });
    },
    {
      prepare: compileBefore(parseV2),
      description: {
        summary: 'Compiles a configuration.',
        request: {
          ...partialObject({ config_yaml: stringValue, options: partialObject({ owner_id: uuidValue, ...valuesSchema }) }),
          required: ['config_yaml'],
        },
        responses: {
          200: objectValue({
            valid: booleanValue,
            'source-yaml': stringValue,
            'output-yaml': stringValue,
            errors: arrayValue(objectValue({ message: stringValue })),
          }),
        },
        example: { config_yaml: 'version: 2.1\njobs: {}\n', options: { pipeline_values: { 'pipeline.git.branch': 'main' } } },
      },
    },
  ),
  route(
    'POST /api/v3/configs/compile',
    async (ctx) => {
      const { compiled } = readPrepared(ctx);
      const attributes =
        'yaml' in compiled
          ? { phase: 'ended', outcome: 'succeeded', compiled_config: compiled.yaml }
          : { phase: 'ended', outcome: 'failed', compiled_config: '' };
      const messages = 'yaml' in compiled ? [] : compiled.errors.map((title) => ({ title }));
      return ciOk({ data: { type: 'compiled_config', attributes }, meta: { messages } });
    },
    {
      atRoot: true,
      prepare: compileBefore(parseV3),
      description: {
        summary: 'Compiles a configuration.',
        request: objectValue({
          data: objectValue(
            { attributes: objectValue({ config: stringValue }, { enable_next_preview: booleanValue, ...valuesSchema }) },
            { references: partialObject({ org: objectValue({ id: uuidValue }) }) },
          ),
        }),
        responses: {
          200: objectValue({
            data: objectValue({
              type: enumValue('compiled_config'),
              attributes: objectValue({
                phase: enumValue('ended'),
                outcome: enumValue('succeeded', 'failed'),
                compiled_config: stringValue,
              }),
            }),
            meta: objectValue({ messages: arrayValue(objectValue({ title: stringValue })) }),
          }),
        },
      },
    },
  ),
];
