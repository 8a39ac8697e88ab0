import { type DocumentNode, getItems, getMembers, getNode, isPresent, numberOf, stringOf, textOf } from '../document-node.ts';
import { validateDuration } from './grammar/durations.ts';
import { findOverlap, isLocality } from './grammar/localities.ts';
import { type Violations, violationAt } from './rule.ts';

const settings = ['loadBalancer', 'connectionPool', 'outlierDetection', 'tls'] as const;

/** Each is compared with all before it. */
const maxLocalities = 1000;

function* validateLocalities(texts: readonly string[], place: DocumentNode, inAnyOrder: boolean): Violations {
  const wrong = texts.find((text) => !isLocality(text));
  if (wrong !== undefined)
    yield violationAt(place, `invalid locality ${JSON.stringify(wrong)}: expected region/zone/subzone, with * at the end only`);
  if (texts.length > maxLocalities) yield violationAt(place, `more than ${maxLocalities} localities`);
  const overlap = wrong === undefined && texts.length <= maxLocalities ? findOverlap(texts, inAnyOrder) : undefined;
  if (overlap) yield violationAt(place, `localities ${overlap.join(' and ')} overlap`);
}

function* validateDistribution(setting: DocumentNode): Violations {
  const distribute = getItems(setting, 'distribute');
  for (const one of distribute) {
    const to = getNode(one, 'to');
    const weights = getMembers(to);
    for (const [, weight] of weights)
      if ((numberOf(weight) ?? 0) < 1) yield violationAt(weight, 'locality weight must be in range [1, 100]');
    const sum = weights.reduce((total, [, weight]) => total + (numberOf(weight) ?? 0), 0);
    if (sum !== 100) yield violationAt(to, `total locality weight ${sum} != 100`);
    yield* validateLocalities(
      weights.map(([locality]) => locality),
      to,
      true,
    );
  }
  yield* validateLocalities(
    distribute.map((one) => stringOf(getNode(one, 'from')) ?? ''),
    getNode(setting, 'distribute'),
    false,
  );
}

function* validateLocalitySetting(setting: DocumentNode): Violations {
  const failover = getItems(setting, 'failover');
  if (getItems(setting, 'distribute').length > 0 && failover.length > 0)
    yield violationAt(setting, 'can not simultaneously specify distribute and failover');
  yield* validateDistribution(setting);
  for (const one of failover) {
    const [from, to] = [stringOf(getNode(one, 'from')) ?? '', stringOf(getNode(one, 'to')) ?? ''];
    if (from === to) yield violationAt(one, 'locality lb failover settings must specify different regions');
    if (to.includes('*')) yield violationAt(getNode(one, 'to'), 'locality lb failover region should not contain *');
  }
}

function* validateLoadBalancer(balancer: DocumentNode): Violations {
  const cookie = getNode(balancer, 'consistentHash', 'httpCookie');
  if (isPresent(cookie)) {
    if (textOf(getNode(cookie, 'name')) === undefined) yield violationAt(cookie, 'name required for HttpCookie');
    if (!isPresent(getNode(cookie, 'ttl'))) yield violationAt(cookie, 'ttl required for HttpCookie');
  }
  yield* validateLocalitySetting(getNode(balancer, 'localityLbSetting'));
}

function* validateConnectionPool(pool: DocumentNode): Violations {
  if (!isPresent(pool)) return;
  if (!isPresent(getNode(pool, 'http')) && !isPresent(getNode(pool, 'tcp')))
    yield violationAt(pool, 'connection pool must have at least one field: write http or tcp');
  yield* validateDuration(getNode(pool, 'http', 'idleTimeout'));
  yield* validateDuration(getNode(pool, 'tcp', 'connectTimeout'));
}

function* validateOutlierDetection(outlier: DocumentNode): Violations {
  yield* validateDuration(getNode(outlier, 'interval'));
  yield* validateDuration(getNode(outlier, 'baseEjectionTime'));
  const isOld = (numberOf(getNode(outlier, 'consecutiveErrors')) ?? 0) > 0;
  for (const field of ['consecutive5xxErrors', 'consecutiveGatewayErrors'])
    if (isOld && isPresent(getNode(outlier, field)))
      yield violationAt(getNode(outlier, field), `${field} and the deprecated consecutiveErrors exclude each other`);
}

function* validateClientTls(tls: DocumentNode): Violations {
  const has = (field: string): boolean => textOf(getNode(tls, field)) !== undefined;
  if (textOf(getNode(tls, 'mode')) === 'MUTUAL' && !(has('clientCertificate') && has('privateKey')))
    yield violationAt(tls, 'TLS of mode MUTUAL needs clientCertificate and privateKey; ISTIO_MUTUAL takes those of the mesh');
}

function* validateSettings(place: DocumentNode): Violations {
  yield* validateLoadBalancer(getNode(place, 'loadBalancer'));
  yield* validateConnectionPool(getNode(place, 'connectionPool'));
  yield* validateOutlierDetection(getNode(place, 'outlierDetection'));
  yield* validateClientTls(getNode(place, 'tls'));
}

/** Settings of later releases, which are not looked at. */
const laterSettings = ['tunnel', 'proxyProtocol', 'retryBudget'];

export function* validateTrafficPolicy(policy: DocumentNode): Violations {
  if (!isPresent(policy)) return;
  const isEmpty = (place: DocumentNode, names: readonly string[]): boolean => names.every((name) => !isPresent(getNode(place, name)));
  if (isEmpty(policy, [...settings, 'portLevelSettings', ...laterSettings]))
    yield violationAt(
      policy,
      'traffic policy must have at least one field: write loadBalancer, connectionPool, outlierDetection, tls or portLevelSettings',
    );
  yield* validateSettings(policy);
  for (const one of getItems(policy, 'portLevelSettings')) {
    if (!isPresent(getNode(one, 'port'))) yield violationAt(one, 'settings of a port have no port: write port.number');
    if (isEmpty(one, settings))
      yield violationAt(
        one,
        'settings of a port must have at least one field: write loadBalancer, connectionPool, outlierDetection or tls',
      );
    yield* validateSettings(one);
  }
}
