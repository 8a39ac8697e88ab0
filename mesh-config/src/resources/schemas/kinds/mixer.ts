import { anyValue, count, document, durationText, boolean, list, map, object, type Schema, text } from '../schema-builders.ts';

/** Kinds of Mixer, a component that is no longer part of a mesh. */
const removedKind = (spec: Schema): Schema =>
  document(spec, {
    deprecated: true,
    'x-deprecation-message':
      'Mixer is not part of a mesh any more: ' +
      'what it did is done in the proxies. Configure telemetry and extensions there, and access with an AuthorizationPolicy.',
  });
const service = object({ name: text, namespace: text, domain: text, service: text, labels: map(text) });

export const adapterSchema = removedKind(object({ description: text, session_based: boolean, templates: list(text), config: text }));
export const templateSchema = removedKind(object({ descriptor: text }));
export const attributeManifestSchema = removedKind(object({ revision: text, name: text, attributes: map({ type: 'object' }) }));
export const handlerSchema = removedKind(
  object({
    name: text,
    adapter: text,
    compiledAdapter: text,
    params: anyValue,
    connection: object({ address: text, timeout: durationText }),
  }),
);
export const instanceSchema = removedKind(
  object({ name: text, template: text, compiledTemplate: text, params: anyValue, attributeBindings: map(text) }),
);
export const ruleSchema = removedKind(
  object({
    match: text,
    actions: list(object({ handler: text, instances: list(text), name: text })),
    sampling: anyValue,
    requestHeaderOperations: list({ type: 'object' }),
    responseHeaderOperations: list({ type: 'object' }),
  }),
);
export const quotaSpecSchema = removedKind(
  object({ rules: list(object({ match: list({ type: 'object' }), quotas: list(object({ quota: text, charge: count })) })) }),
);
export const quotaSpecBindingSchema = removedKind(
  object({ services: list(service), quotaSpecs: list(object({ name: text, namespace: text })) }),
);
export const httpApiSpecSchema = removedKind(
  object({ attributes: { type: 'object' }, patterns: list({ type: 'object' }), apiKeys: list({ type: 'object' }) }),
);
export const httpApiSpecBindingSchema = removedKind(
  object({ services: list(service), apiSpecs: list(object({ name: text, namespace: text })) }),
);
