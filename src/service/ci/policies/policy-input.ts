import { lineIndex } from '@slipway/schema-tools/documents';
import { readYaml } from '@slipway/schema-tools/yaml';
import { configurationLimits } from '../configuration/index.ts';
import { countValues } from '../configuration/source/count-values.ts';
import { shortenMessage } from './shorten-message.ts';

/** Whose fault it is that a text is no configuration: it says what is wrong with it. */
export class PolicyInputError extends Error {
  override readonly name = 'InputFault';
}

/**
 * The text of a configuration as policies see it: null for one that is empty. The limits are those of configurations that
 * run. Not a promise: a unit of work awaits nothing but its store. @throws InputFault
 */
export const parsePolicyInput = (text: string): unknown => {
  if (text.length > configurationLimits.text)
    throw new PolicyInputError(`has ${text.length} characters; a configuration has at most ${configurationLimits.text}`);
  const { documents, faults } = readYaml(text);
  const fault = faults.find(({ severity }) => severity === 'error');
  if (fault) {
    const { line, column } = lineIndex(text).position(fault.start);
    throw new PolicyInputError(`is no YAML: line ${line}, column ${column}: ${fault.message}`);
  }
  if (documents.length > 1) throw new PolicyInputError(`is to be one document and has ${documents.length}`);
  const value = documents[0]?.value ?? null;
  const size = countValues(value);
  if (size > configurationLimits.values)
    throw new PolicyInputError(`has ${size} values, every alias written out; a configuration has at most ${configurationLimits.values}`);
  return value;
};

/** The text as policies see it, or why it is no configuration: plain data. */
export type PolicyInputResult = { readonly input: unknown } | { readonly misread: string };
export const readPolicyInput = (text: string): PolicyInputResult => {
  try {
    return { input: parsePolicyInput(text) };
  } catch (error) {
    if (error instanceof PolicyInputError) return { misread: shortenMessage(error.message) };
    throw error;
  }
};
