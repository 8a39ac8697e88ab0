import { jsonLimits, requireBoundedJson } from '../http/bounded-json.ts';
import type { ServiceSettings } from '../http/route.ts';
import { warningHeaders } from '../pipeline/warning-header.ts';
import { requireJsonObject } from './request-values.ts';
import type { ControlEndpoints } from './control.ts';

/** An address without the name and password it may hold. */
const withoutCredentials = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/^([a-z][a-z0-9+.-]{0,20}:\/\/)[^/@]*@/i, '$1') : value;

/** Settings as a seed file spells them. */
export const renderSettings = (settings: ServiceSettings): { readonly [name: string]: unknown } =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      withoutCredentials(value),
    ]),
  );

export const settingsControls: ControlEndpoints = {
  'GET /_local/settings': async ({ settings }) => ({ body: renderSettings(settings()) }),
  /** Members of `settings` in a seed file; they hold until the service ends. */
  'PATCH /_local/settings': async ({ settings, setSettings }, request) => {
    // The message for each unknown member suggests alternatives, which takes time: the number of members is limited.
    requireBoundedJson(request.text, 'the body', { ...jsonLimits, values: 1000 });
    const { checkSeed } = await import('../seed/index.ts');
    // A seed needs an organization; here only its settings are used.
    const seed = checkSeed('the request', { organizations: [{ name: 'none' }], settings: requireJsonObject(request.json()) });
    setSettings(seed.settings);
    return { body: renderSettings(settings()), headers: warningHeaders(seed.warnings) };
  },
};
