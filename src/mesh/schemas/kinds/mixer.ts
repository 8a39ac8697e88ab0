import { anything, count, document, duration, flag, list, map, object, type Schema, text } from '../words.ts';

/** Kinds of a component that meshes no longer have. */
const gone = (spec: Schema): Schema => document(spec, { deprecated: true, 'x-deprecation-message': 'Mixer is not part of a mesh any more: what it did is done in the proxies. Configure telemetry and extensions there, and access with an AuthorizationPolicy.' });
const service = object({ name: text, namespace: text, domain: text, service: text, labels: map(text) });

export const adapter = gone(object({ description: text, session_based: flag, templates: list(text), config: text }));
export const template = gone(object({ descriptor: text }));
export const attributeManifest = gone(object({ revision: text, name: text, attributes: map({ type: 'object' }) }));
export const handler = gone(object({ name: text, adapter: text, compiledAdapter: text, params: anything, connection: object({ address: text, timeout: duration }) }));
export const instance = gone(object({ name: text, template: text, compiledTemplate: text, params: anything, attributeBindings: map(text) }));
export const rule = gone(object({ match: text, actions: list(object({ handler: text, instances: list(text), name: text })), sampling: anything, requestHeaderOperations: list({ type: 'object' }), responseHeaderOperations: list({ type: 'object' }) }));
export const quotaSpec = gone(object({ rules: list(object({ match: list({ type: 'object' }), quotas: list(object({ quota: text, charge: count })) })) }));
export const quotaSpecBinding = gone(object({ services: list(service), quotaSpecs: list(object({ name: text, namespace: text })) }));
export const httpApiSpec = gone(object({ attributes: { type: 'object' }, patterns: list({ type: 'object' }), apiKeys: list({ type: 'object' }) }));
export const httpApiSpecBinding = gone(object({ services: list(service), apiSpecs: list(object({ name: text, namespace: text })) }));
