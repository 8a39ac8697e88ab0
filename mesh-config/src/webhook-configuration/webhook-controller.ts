import { dirname } from 'node:path';
import type { Clock } from '../lifecycle/clock.ts';
import type { ServerOptions } from '../flags/server-flags.ts';
import type { KubernetesClient } from '../kubernetes/client.ts';
import { toKubernetesError } from '../kubernetes/kubernetes-error.ts';
import type { FailureLog } from '../kubernetes/failure-log.ts';
import { startInformer } from '../kubernetes/informer.ts';
import { createObjectCache } from '../kubernetes/object-cache.ts';
import type { KubernetesObject } from '../kubernetes/kubernetes-object.ts';
import type { ServedKind } from '../kubernetes/served-kind.ts';
import type { LogScope } from '../log/scope.ts';
import type { Metrics } from '../monitoring/metric-declarations.ts';
import type { Component } from '../lifecycle/component.ts';
import { watchFolders } from '../files/watch-folders.ts';
import { readCaBundle } from './ca-bundle.ts';
import { createWebhookPatch, failurePoliciesOf, type WebhookConfiguration } from './webhook-patch.ts';
import { hasReadyEndpoint, probeWebhook } from './probe-webhook.ts';

export interface WebhookControllerOptions {
  readonly client: KubernetesClient;
  readonly options: Pick<ServerOptions, 'deployment-namespace' | 'service-name' | 'validation.tls.caCertificates' | 'webhook-name'>;
  readonly clock: Clock;
  readonly scope: LogScope;
  readonly metrics: Pick<Metrics, 'add'>;
  readonly failures: FailureLog;
  /** Where the cluster has the kind by which it is seen that the webhook answers; undefined: it does not have it. */
  findProbeKind(): ServedKind | undefined;
}

/** Milliseconds: between two attempts, and after which the file is looked at in any case. */
const retryInterval = 1000,
  rereadInterval = 10_000;

/**
 * Keeps the cluster's webhook configuration as it must be: every webhook trusts the authorities of our file, and lets
 * pass what cannot be asked (`Ignore`) until it was seen that the webhook answers; then `Fail`. It makes no configuration.
 */
export const createWebhookController = ({
  client,
  options,
  clock,
  scope,
  metrics,
  failures,
  findProbeKind: tried,
}: WebhookControllerOptions): Component => {
  const [path, namespace, name] = [options['validation.tls.caCertificates'], options['deployment-namespace'], options['webhook-name']];
  const ended = new AbortController();
  let caBundle: string | undefined;
  let [isProven, told, toldOfFile]: [boolean, string, string] = [false, '', ''];
  let [running, again] = [false, false];
  let ends: (() => void)[] = [];
  let [cancelRetry, cancelLook]: [(() => void) | undefined, (() => void) | undefined] = [undefined, undefined];

  const say = (level: 'error' | 'info', message: string): void => {
    if (message !== told) scope[level](message);
    told = message;
  };
  const load = async (): Promise<void> => {
    const read = await readCaBundle(path);
    if ('fault' in read) {
      if (toldOfFile === read.message) return;
      toldOfFile = read.message;
      metrics.add('cfgmgr_validation_config_load_error', { reason: read.fault });
      scope.error(`${read.fault}${caBundle === undefined ? '' : ', and the one before holds'}: ${read.message}`);
      return;
    }
    toldOfFile = '';
    if (read.base64 === caBundle) return;
    caBundle = read.base64;
    metrics.add('cfgmgr_validation_config_load');
  };
  /** Whether what cannot be asked shall be refused; what was once seen holds until somebody undoes it. */
  const proven = async (seen: WebhookConfiguration): Promise<boolean> => {
    if (isProven && failurePoliciesOf(seen).every((policy) => policy === 'Fail')) return true;
    const why = hasReadyEndpoint(endpoints.objects()?.get(`${namespace}/${options['service-name']}`))
      ? await probeWebhook(client, tried(), namespace, ended.signal)
      : `the service ${namespace}/${options['service-name']} has no endpoint that is ready`;
    isProven = why === undefined;
    say(
      'info',
      why === undefined
        ? 'the webhook refuses what is wrong: from now on nothing passes that it cannot be asked about'
        : `what the webhook cannot be asked about passes: ${why}`,
    );
    return isProven;
  };
  const reconcile = async (): Promise<void> => {
    if (!configurations.objects() || !endpoints.objects()) return;
    const seen = configurations.objects()?.get(name);
    if (!seen) {
      say('info', `there is no ValidatingWebhookConfiguration ${name}, and none is made: it is looked after when somebody makes it`);
      return;
    }
    if (caBundle === undefined) return;
    const isSure = await proven(seen);
    if (ended.signal.aborted) return;
    const patch = createWebhookPatch(seen, caBundle, isSure ? 'Fail' : 'Ignore');
    if (patch)
      try {
        await client.request({
          method: 'PATCH',
          path: `${configurationsPath}/${name}`,
          contentType: 'application/strategic-merge-patch+json',
          body: patch,
          signal: ended.signal,
        });
        metrics.add('cfgmgr_validation_config_updates');
      } catch (error) {
        if (ended.signal.aborted) return;
        const { message, reason } = toKubernetesError(client.describe({ method: 'PATCH', path: `${configurationsPath}/${name}` }), error);
        metrics.add('cfgmgr_validation_config_update_error', { reason });
        // Somebody was quicker: what they wrote is about to be told, and is looked at then.
        if (reason !== 'Conflict') say('error', `the ValidatingWebhookConfiguration ${name} is not as it must be: ${message}`);
        later();
      }
    if (!isSure) later();
  };
  const later = (): void => {
    cancelRetry ??= clock.schedule(retryInterval, () => {
      cancelRetry = undefined;
      look();
    });
  };
  const look = (): void => {
    again = true;
    if (running || ended.signal.aborted) return;
    running = true;
    void (async () => {
      while (again && !ended.signal.aborted) {
        again = false;
        await reconcile().catch((error: unknown) => {
          scope.error(`reconciling failed; this is our fault, please report it: ${String(error)}`);
          later();
        });
      }
      running = false;
    })();
  };
  const read = (): void => {
    void load().then(look);
  };
  const lookAtFile = (): void => {
    cancelLook = clock.schedule(rereadInterval, () => {
      read();
      lookAtFile();
    });
  };

  const configurationsPath = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
  const whole = <T extends KubernetesObject>(object: KubernetesObject): T => object as T;
  const configurations = createObjectCache(whole<WebhookConfiguration>, look),
    endpoints = createObjectCache(whole<KubernetesObject>, look);
  return {
    name: 'webhook controller',
    start: async () => {
      await load();
      const watching = watchFolders(read, (message) => {
        scope.error(message);
      });
      watching.setFolders([dirname(path)]);
      lookAtFile();
      const following = { client, clock, failures };
      ends = [
        watching.close,
        startInformer({ ...following, path: configurationsPath, fieldSelector: `metadata.name=${name}` }, configurations),
        startInformer(
          { ...following, path: `/api/v1/namespaces/${namespace}/endpoints`, fieldSelector: `metadata.name=${options['service-name']}` },
          endpoints,
        ),
      ];
    },
    stop: async () => {
      ended.abort();
      cancelRetry?.();
      cancelLook?.();
      for (const end of ends) end();
    },
  };
};
