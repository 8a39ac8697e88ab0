/** What went wrong with a connection, and what a person should look at. `setting` names the address's setting. */
export const describeConnectionFailure = (
  code: string,
  address: string,
  settingName: string,
): { readonly what: string; readonly check: string } => {
  const host = hostOf(address);
  if (code === 'ECONNREFUSED')
    return { what: `no server listens at ${address} (connection refused)`, check: `Is the service running, and is ${settingName} right?` };
  if (code === 'ENOTFOUND') return { what: `the host name ${host} is not known`, check: `Check ${settingName}.` };
  if (code.startsWith('EAI_'))
    return {
      what: `the host name ${host} could not be looked up at the moment`,
      check: 'Check the network and the name server, then try again.',
    };
  if (/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EADDRNOTAVAIL)$/.test(code))
    return { what: `there is no route to ${host}`, check: `Check the network and ${settingName}.` };
  if (/^(EPROTO|ERR_SSL)/.test(code))
    return { what: `${host} does not speak TLS as expected`, check: `Is it http:// rather than https:// in ${settingName}?` };
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return { what: `the certificate of ${host} is for another name`, check: `Check the host name in ${settingName}.` };
  if (/^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS)/.test(code))
    return { what: `the certificate of ${host} is not trusted (${code})`, check: "Name its issuer's certificate in NODE_EXTRA_CA_CERTS." };
  if (code.startsWith('HPE_'))
    return { what: `the server at ${address} does not speak HTTP`, check: `Is it https:// rather than http:// in ${settingName}?` };
  if (code === 'TIMEOUT' || code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT')
    return { what: `${host} did not respond in time`, check: 'Is the service healthy, or is a firewall in the way?' };
  if (code === 'TOO_LARGE') return { what: `the response of ${host} is larger than this client accepts`, check: `Check ${settingName}.` };
  return { what: `the connection to ${host} was closed (${code})`, check: 'Is the service healthy? Try again.' };
};

/** The host and port of an address; the text itself when it is no URL. */
export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address);
