import type { Agent } from 'node:http';
import type { RequestOptions } from 'node:https';
import type { KubeconfigCluster } from './kubeconfig.ts';

/** The agent for `proxy-url` of a cluster: HTTP, HTTPS or SOCKS. The packages are loaded when a kubeconfig names a proxy. */
export async function createProxyAgent(
  { proxyUrl = '', server }: KubeconfigCluster,
  { ca, cert, key, rejectUnauthorized, servername }: RequestOptions,
): Promise<Agent> {
  const tls = { ca, cert, key, servername, ...(rejectUnauthorized === undefined ? {} : { rejectUnauthorized }) };
  if (proxyUrl.startsWith('socks')) {
    const { SocksProxyAgent } = await import('socks-proxy-agent');
    return new SocksProxyAgent(proxyUrl, tls as object) as Agent;
  }
  const { HttpProxyAgent, HttpsProxyAgent } = await import('hpagent');
  return server.startsWith('https')
    ? new HttpsProxyAgent({ ...(tls as object), proxy: proxyUrl })
    : (new HttpProxyAgent({ proxy: proxyUrl }) as Agent);
}
