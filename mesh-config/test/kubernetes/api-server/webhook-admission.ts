import { request } from 'node:https';
import type { ApiKind, ApiObject } from './kinds.ts';
import type { ObjectStore } from './object-store.ts';

interface Webhook {
  readonly name: string;
  readonly failurePolicy: 'Fail' | 'Ignore';
  readonly clientConfig: { readonly caBundle: string; readonly url: string };
}
export interface AdmissionResult {
  readonly denied?: string;
  readonly warnings: readonly string[];
}

const postReview = (
  url: string,
  ca: string,
  review: object,
): Promise<{
  readonly response: { readonly allowed: boolean; readonly status?: { readonly message?: string }; readonly warnings?: readonly string[] };
}> =>
  new Promise((done, fail) => {
    const sent = request(url, { method: 'POST', ca, headers: { 'content-type': 'application/json' } }, (answer) => {
      let text = '';
      answer
        .setEncoding('utf8')
        .on('data', (part: string) => {
          text += part;
        })
        .on('end', () => {
          try {
            done(JSON.parse(text) as never);
          } catch (error) {
            fail(error as Error);
          }
        });
    });
    sent.on('error', fail).end(JSON.stringify(review));
  });

/** Calls every configured webhook as a cluster does: a failed call counts according to its `failurePolicy`. */
export const createWebhookAdmission =
  (objects: ObjectStore) =>
  async (object: ApiObject, kind: ApiKind, operation: string, dryRun: boolean): Promise<AdmissionResult> => {
    const warnings: string[] = [];
    if (kind.group === '' || kind.group.endsWith('.k8s.io')) return { warnings };
    const configurations = objects.list(objects.kinds().find((one) => one.kind === 'ValidatingWebhookConfiguration')!);
    for (const { name, failurePolicy, clientConfig } of configurations.flatMap(({ webhooks }) => webhooks as Webhook[])) {
      const version = object.apiVersion.split('/').at(-1)!;
      const review = {
        apiVersion: 'admission.k8s.io/v1',
        kind: 'AdmissionReview',
        request: {
          uid: '7',
          kind: { group: kind.group, version, kind: kind.kind },
          resource: { group: kind.group, version, resource: kind.plural },
          operation,
          dryRun,
          name: object.metadata.name,
          namespace: object.metadata.namespace,
          object,
          oldObject: null,
        },
      };
      try {
        const { response } = await postReview(clientConfig.url, Buffer.from(clientConfig.caBundle, 'base64').toString(), review);
        warnings.push(...(response.warnings ?? []));
        if (!response.allowed)
          return { warnings, denied: `admission webhook "${name}" denied the request: ${response.status?.message ?? ''}` };
      } catch (error) {
        if (failurePolicy === 'Fail') return { warnings, denied: `failed calling webhook "${name}": ${(error as Error).message}` };
      }
    }
    return { warnings };
  };
