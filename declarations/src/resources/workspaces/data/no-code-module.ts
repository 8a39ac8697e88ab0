import { computed, stringMatching, lookupDataSource, required } from '../../../declare/index.ts';
import { noCodeModule } from '../no-code-module.ts';
import { variableOptions } from '../no-code-variables.ts';

export const noCodeModuleLookup = lookupDataSource('no_code_module', {
  service: 'workspaces',
  doc: 'One no-code module.',
  requests: ['GET /no-code-modules/{id}'],
  by: { id: required(stringMatching(/^nocode-[A-Za-z0-9]+$/, 'the ID of a no-code module, nocode-…'), 'The ID of the offer.') },
  of: { ...noCodeModule.attributes, variable_options: computed(variableOptions, 'By variable name, what may be chosen.') },
  fromResource: { resource: 'no_code_module', attributes: ['variable_options'] },
});
