import { dirname } from 'node:path';
import type { Clock } from '../lifecycle/clock.ts';
import type { ServerOptions } from '../flags/server-flags.ts';
import type { KubernetesClient } from '../kubernetes-client/client.ts';
import { toKubernetesError } from '../kubernetes-client/kubernetes-error.ts';
import { type FailureLog, startInformer } from '../kubernetes-client/informer.ts';
import { createObjectCache, type ObjectCache } from '../kubernetes-client/object-cache.ts';
import type { KubernetesObject } from '../kubernetes-client/kubernetes-object.ts';
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
  /** The path at which the cluster serves the kind of the invalid object that is sent as a probe; undefined: it does not serve it. */
  findProbeKind(): ServedKind | undefined;
}

/** Milliseconds between two attempts, and between two regular reads of the file. */
const retryInterval = 1000,
  rereadInterval = 10_000;
const configurationsPath = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';

interface Controller extends WebhookControllerOptions {
  readonly path: string;
  readonly name: string;
  /** `namespace/name` of the service of the webhook. */
  readonly service: string;
  readonly stopped: AbortController;
  readonly configurations: ObjectCache<WebhookConfiguration>;
  readonly endpoints: ObjectCache<KubernetesObject>;
  /** base64; undefined until the file was read. */
  caBundle: string | undefined;
  /** The webhook was seen to refuse an invalid object. */
  isProven: boolean;
  lastMessage: string;
  lastFileFault: string;
  isReconciling: boolean;
  isChanged: boolean;
  cancelRetry: (() => void) | undefined;
  cancelReread: (() => void) | undefined;
}

/** Logs a message, except when it repeats the one before. */
const report = (controller: Controller, level: 'error' | 'info', message: string): void => {
  if (message !== controller.lastMessage) controller.scope[level](message);
  controller.lastMessage = message;
};

const loadCaBundle = async (controller: Controller): Promise<void> => {
  const { path, metrics, scope } = controller;
  const bundle = await readCaBundle(path);
  if ('fault' in bundle) {
    if (controller.lastFileFault === bundle.message) return;
    controller.lastFileFault = bundle.message;
    metrics.add('cfgmgr_validation_config_load_error', { reason: bundle.fault });
    scope.error(`${bundle.fault}${controller.caBundle === undefined ? '' : ', and the previous one stays in use'}: ${bundle.message}`);
    return;
  }
  controller.lastFileFault = '';
  if (bundle.base64 === controller.caBundle) return;
  controller.caBundle = bundle.base64;
  metrics.add('cfgmgr_validation_config_load');
};

/** Whether the policy may be `Fail`. Once proven, it stays so until the policy of a webhook is changed from outside. */
const proveWebhook = async (controller: Controller, configuration: WebhookConfiguration): Promise<boolean> => {
  if (controller.isProven && failurePoliciesOf(configuration).every((policy) => policy === 'Fail')) return true;
  const { client, endpoints, service, options, stopped } = controller;
  const reason = hasReadyEndpoint(endpoints.objects()?.get(service))
    ? await probeWebhook(client, controller.findProbeKind(), options['deployment-namespace'], stopped.signal)
    : `the service ${service} has no ready endpoint`;
  controller.isProven = reason === undefined;
  report(
    controller,
    'info',
    reason === undefined
      ? 'the webhook refuses invalid resources: its failure policy is Fail from now on'
      : `the failure policy of the webhook is Ignore: ${reason}`,
  );
  return controller.isProven;
};

const applyPatch = async (controller: Controller, body: object): Promise<void> => {
  const { client, configurations, metrics, name, stopped } = controller;
  const request = { method: 'PATCH', path: `${configurationsPath}/${name}` } as const;
  try {
    const written = await client.request({
      ...request,
      contentType: 'application/strategic-merge-patch+json',
      body,
      signal: stopped.signal,
    });
    metrics.add('cfgmgr_validation_config_updates');
    // The next patch applies to this version, also where it comes before the watch has reported it.
    configurations.onObject(written as WebhookConfiguration);
  } catch (error) {
    if (stopped.signal.aborted) return;
    const { message, reason } = toKubernetesError(client.describe(request), error);
    metrics.add('cfgmgr_validation_config_update_error', { reason });
    // After a conflict the watch reports the other writer's version, which is reconciled in turn.
    if (reason !== 'Conflict') report(controller, 'error', `the ValidatingWebhookConfiguration ${name} could not be updated: ${message}`);
    retryLater(controller);
  }
};

const reconcile = async (controller: Controller): Promise<void> => {
  const { configurations, endpoints, name, stopped, caBundle } = controller;
  if (!configurations.objects() || !endpoints.objects()) return;
  const configuration = configurations.objects()?.get(name);
  if (!configuration) {
    report(controller, 'info', `there is no ValidatingWebhookConfiguration ${name}: it is reconciled as soon as it is created`);
    return;
  }
  if (caBundle === undefined) return;
  const isProven = await proveWebhook(controller, configuration);
  if (stopped.signal.aborted) return;
  const patch = createWebhookPatch(configuration, caBundle, isProven ? 'Fail' : 'Ignore');
  if (patch) await applyPatch(controller, patch);
  if (!isProven) retryLater(controller);
};

const retryLater = (controller: Controller): void => {
  controller.cancelRetry ??= controller.clock.schedule(retryInterval, () => {
    controller.cancelRetry = undefined;
    requestReconcile(controller);
  });
};

const reconcileWhileChanged = async (controller: Controller): Promise<void> => {
  while (controller.isChanged && !controller.stopped.signal.aborted) {
    controller.isChanged = false;
    await reconcile(controller).catch((error: unknown) => {
      controller.scope.error(`reconciling failed. This is a bug in Slipway; please report it: ${String(error)}`);
      retryLater(controller);
    });
  }
  controller.isReconciling = false;
};

/** One reconciliation runs at a time; a request during it starts another one after it. */
const requestReconcile = (controller: Controller): void => {
  controller.isChanged = true;
  if (controller.isReconciling || controller.stopped.signal.aborted) return;
  controller.isReconciling = true;
  void reconcileWhileChanged(controller);
};

const reread = (controller: Controller): void => {
  void loadCaBundle(controller).then(() => {
    requestReconcile(controller);
  });
};
const rereadRegularly = (controller: Controller): void => {
  controller.cancelReread = controller.clock.schedule(rereadInterval, () => {
    reread(controller);
    rereadRegularly(controller);
  });
};

/** Starts the watches of the file and of the cluster; the returned functions end them. */
const startWatches = (controller: Controller): readonly (() => void)[] => {
  const { client, clock, failures, scope, path, name, options, configurations, endpoints } = controller;
  const folders = watchFolders(
    () => {
      reread(controller);
    },
    (message) => {
      scope.error(message);
    },
  );
  folders.setFolders([dirname(path)]);
  const endpointsPath = `/api/v1/namespaces/${options['deployment-namespace']}/endpoints`;
  return [
    folders.close,
    startInformer({ client, clock, failures, path: configurationsPath, fieldSelector: `metadata.name=${name}` }, configurations),
    startInformer({ client, clock, failures, path: endpointsPath, fieldSelector: `metadata.name=${options['service-name']}` }, endpoints),
  ];
};

const createController = (options: WebhookControllerOptions): Controller => {
  const flags = options.options;
  const onChange = (): void => {
    requestReconcile(controller);
  };
  const controller: Controller = {
    ...options,
    path: flags['validation.tls.caCertificates'],
    name: flags['webhook-name'],
    service: `${flags['deployment-namespace']}/${flags['service-name']}`,
    stopped: new AbortController(),
    configurations: createObjectCache((object) => object as WebhookConfiguration, onChange),
    endpoints: createObjectCache((object) => object, onChange),
    caBundle: undefined,
    isProven: false,
    lastMessage: '',
    lastFileFault: '',
    isReconciling: false,
    isChanged: false,
    cancelRetry: undefined,
    cancelReread: undefined,
  };
  return controller;
};

/**
 * Keeps the cluster's ValidatingWebhookConfiguration up to date: every webhook trusts the CA bundle of the file, and its
 * failure policy is `Ignore` until the webhook was seen to refuse an invalid object, then `Fail`. It creates no configuration.
 */
export const createWebhookController = (options: WebhookControllerOptions): Component => {
  const controller = createController(options);
  let ends: readonly (() => void)[] = [];
  return {
    name: 'webhook controller',
    start: async () => {
      await loadCaBundle(controller);
      rereadRegularly(controller);
      ends = startWatches(controller);
    },
    stop: async () => {
      controller.stopped.abort();
      controller.cancelRetry?.();
      controller.cancelReread?.();
      for (const end of ends) end();
    },
  };
};
