import { isObject } from '@slipway/schema-tools/json';
import type { CompileSession } from '../compile-session.ts';
import type { EnvironmentConfig } from '../configuration.ts';

const itemEntries = (item: unknown, pointer: string, session: CompileSession): readonly (readonly [string, unknown])[] => {
  if (isObject(item)) return Object.entries(item);
  const text = String(item);
  const equals = text.indexOf('=');
  if (equals > 0) return [[text.slice(0, equals), text.slice(equals + 1)]];
  session.reportFault(pointer, 'expected NAME=value');
  return [];
};

/** Writes environment variables as a mapping. They may also be a list of texts `NAME=value` and of mappings; the last one counts. */
export const normalizeEnvironment = (value: unknown, pointer: string, session: CompileSession): EnvironmentConfig => {
  if (!Array.isArray(value)) return isObject(value) ? (value as EnvironmentConfig) : {};
  const entries = value.flatMap((item, index) => itemEntries(item, `${pointer}/${index}`, session));
  return session.recordOrigin(Object.fromEntries(entries) as EnvironmentConfig, pointer);
};

/** Writes the environment of a job or executor, and of its images, as mappings. */
export const normalizeEnvironments = (
  body: { readonly [key: string]: unknown },
  pointer: string,
  session: CompileSession,
): { readonly [key: string]: unknown } => {
  const { environment, docker } = body;
  const images = Array.isArray(docker) ? docker : [];
  for (const [index, image] of images.entries())
    if (isObject(image) && Array.isArray(image['environment']))
      (image as Record<string, unknown>)['environment'] = normalizeEnvironment(
        image['environment'],
        `${pointer}/docker/${index}/environment`,
        session,
      );
  return Array.isArray(environment) ? { ...body, environment: normalizeEnvironment(environment, `${pointer}/environment`, session) } : body;
};
