import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { startWebhook } from './start-webhook.ts';

/** The CustomResourceDefinition of a Route with this schema of its `spec`. */
export const createDefinition = (spec: object, version: object = {}, root: object = {}): string =>
  JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'routes.mesh.example.com' },
    spec: {
      group: 'mesh.example.com',
      names: { kind: 'Route' },
      versions: [{ name: 'v1', served: true, schema: { openAPIV3Schema: { type: 'object', properties: { spec }, ...root } }, ...version }],
    },
  });
export const createRoute = (spec: object, more: object = {}): object => ({
  apiVersion: 'mesh.example.com/v1',
  kind: 'Route',
  metadata: { name: 'x', namespace: 'd' },
  spec,
  ...more,
});
/** Responses to these objects, and the log, under these files of schemas. */
export const reviewAll = async (files: Readonly<Record<string, string>>, ...objects: readonly object[]) => {
  const there = await startWebhook({ schemas: temporaryFolder(files) });
  const answers = [];
  for (const object of objects) answers.push(await there.review(object));
  await there.stop();
  return { answers, told: there.log.lines };
};
/** A response that allows, with warnings. */
export const createAllowed = (...warnings: readonly string[]): object => ({
  uid: 'u1',
  allowed: true,
  ...(warnings.length > 0 ? { warnings } : {}),
});
/** A response that denies. */
export const createDenied = (message: string): object => ({
  uid: 'u1',
  allowed: false,
  status: { message: `configuration is invalid: ${message}` },
});
