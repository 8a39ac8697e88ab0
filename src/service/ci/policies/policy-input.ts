import { lineIndex } from '@slipway/schema-tools/documents';
import { readYaml } from '@slipway/schema-tools/yaml';
import { configurationLimits } from '../configuration/index.ts';
import { countValues } from '../configuration/source/count-values.ts';
import { shortenMessage } from './shorten-message.ts';

/** A text that is not a configuration; the message states what is wrong. */
export class PolicyInputError extends Error {
  override readonly name = 'InputFault';
}

/**
 * Parses the text of a configuration as the `input` of policies; null for an empty text. The limits are those of configurations that
 * run. Synchronous, because a transaction must not wait for anything but its store. @throws PolicyInputError
 */
export const parsePolicyInput = (text: string): unknown => {
  if (text.length > configurationLimits.text)
    throw new PolicyInputError(`has ${text.length} characters; a configuration has at most ${configurationLimits.text}`);
  const { documents, faults } = readYaml(text);
  const fault = faults.find(({ severity }) => severity === 'error');
  if (fault) {
    const { line, column } = lineIndex(text).position(fault.start);
    throw new PolicyInputError(`is not valid YAML: line ${line}, column ${column}: ${fault.message}`);
  }
  if (documents.length > 1) throw new PolicyInputError(`must be one YAML document but has ${documents.length}`);
  const value = documents[0]?.value ?? null;
  const size = countValues(value);
  if (size > configurationLimits.values)
    throw new PolicyInputError(`has ${size} values with all aliases expanded; a configuration has at most ${configurationLimits.values}`);
  return value;
};

/** The parsed input, or why the text is not a configuration. Plain data. */
export type PolicyInputResult = { readonly input: unknown } | { readonly misread: string };
export const readPolicyInput = (text: string): PolicyInputResult => {
  try {
    return { input: parsePolicyInput(text) };
  } catch (error) {
    if (error instanceof PolicyInputError) return { misread: shortenMessage(error.message) };
    throw error;
  }
};
