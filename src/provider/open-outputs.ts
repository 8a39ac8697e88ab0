import { callEndpoint, decodeResponse, fillPath, toNeutralItem } from '../apply/call-endpoint.ts';
import type { ApplyContext } from '../apply/apply-operation.ts';
import { type Attributes, type Ephemeral, isAbsent } from '@slipway/declarations/declare';
import { decodeDocument, documentFormatOf } from '@slipway/declarations/dialects';
import { dataSources } from '@slipway/declarations/resources';
import type { EphemeralHandler } from './ephemeral-handler.ts';

/** An output as the data source of the same list declares it. */
const outputAttributes = (): Attributes => dataSources['workspace_outputs']!.items!.attributes;

/** A list withholds the value of a sensitive output; reading the output by its ID returns it. */
const readSensitive = async (of: Ephemeral, id: unknown, context: ApplyContext): Promise<unknown> => {
  const response = await callEndpoint(context, of.requests[1]!, { id }, { effect: 'read' });
  return decodeResponse({ service: of.service, attributes: outputAttributes() }, response.body)['value_json'];
};

/** Reads every output of a workspace: values as JSON texts by name. An output whose value is null has none. */
export const sensitiveOutputs: EphemeralHandler = {
  open: async (of, config, context) => {
    const values: Record<string, unknown> = {};
    const nonsensitive: Record<string, unknown> = {};
    for await (const item of context.client.list({ path: fillPath(of.requests[0]!, config), signal: context.signal })) {
      const output = decodeDocument(documentFormatOf(of.service), outputAttributes(), toNeutralItem(item, of.service));
      const value = output['sensitive'] === true ? await readSensitive(of, output['id'], context) : output['value_json'];
      if (isAbsent(value)) continue;
      values[String(output['name'])] = value;
      if (output['sensitive'] !== true) nonsensitive[String(output['name'])] = value;
    }
    return { result: { ...config, values_json: values, nonsensitive_values_json: nonsensitive } };
  },
};
