import type { DiagnosticLevel } from './diagnostic.ts';

export interface DiagnosticCodeInfo {
  readonly level: DiagnosticLevel;
  /** One sentence: what a finding of this code is about. */ readonly doc: string;
  /** Later releases of the public project no longer have a page for it. */ readonly retired?: true;
}

/** The codes of findings. Codes are those of the public project; the descriptions are our own. */
export const diagnosticCodes = {
  IST0001: {
    level: 'Error',
    doc: 'An analyzer failed, which is a bug in Slipway (please report it); or a resource is too long for the budget of one.',
  },
  IST0002: { level: 'Warn', doc: 'A deprecated kind or field is used.' },
  IST0101: { level: 'Error', doc: 'A referenced resource does not exist.' },
  IST0102: { level: 'Warn', doc: 'A namespace does not define whether a proxy is injected into its pods.' },
  IST0103: { level: 'Warn', doc: 'A pod has no proxy although injection is enabled for its namespace.' },
  IST0104: { level: 'Warn', doc: 'A gateway listens on a port that its workload does not have.' },
  IST0105: { level: 'Warn', doc: 'The image of a proxy differs from the one that is currently injected.' },
  IST0106: { level: 'Error', doc: 'A resource is not valid.' },
  IST0107: { level: 'Warn', doc: 'An annotation has no effect on this kind.' },
  IST0108: { level: 'Warn', doc: 'An annotation of the mesh is unknown.' },
  IST0109: { level: 'Error', doc: 'Virtual services of the mesh have the same host.' },
  IST0110: { level: 'Error', doc: 'Sidecars of one namespace select the same pod.' },
  IST0111: { level: 'Error', doc: 'A namespace has more than one sidecar without a workload selector.' },
  IST0112: { level: 'Error', doc: 'A destination without a port refers to a host with several ports.' },
  IST0113: { level: 'Error', doc: 'A destination rule and a policy conflict about mutual TLS.' },
  IST0114: { level: 'Warn', doc: 'A policy names a port that its service does not have.', retired: true },
  IST0115: { level: 'Error', doc: 'A destination rule uses mutual TLS with pods that have no proxy.', retired: true },
  IST0116: { level: 'Warn', doc: 'Services use different protocols at one port of a deployment.' },
  IST0117: { level: 'Warn', doc: 'A deployment in the mesh belongs to no service.' },
  IST0118: { level: 'Info', doc: 'The name of a port does not name its protocol.' },
  IST0119: { level: 'Warn', doc: 'Tokens are required at a port whose name does not name HTTP.' },
  IST0120: { level: 'Info', doc: 'Policy is replaced by PeerAuthentication and RequestAuthentication.', retired: true },
  IST0121: { level: 'Info', doc: 'MeshPolicy is replaced by a PeerAuthentication of the root namespace.', retired: true },
  IST0122: { level: 'Warn', doc: 'A regular expression is not valid.' },
} as const satisfies Readonly<Record<string, DiagnosticCodeInfo>>;

export type DiagnosticCode = keyof typeof diagnosticCodes;
export const diagnosticCodeNames = Object.keys(diagnosticCodes) as readonly DiagnosticCode[];

/** The page that explains a code. */
export const documentationUrlOf = (code: DiagnosticCode): string =>
  `https://istio.io/${'retired' in diagnosticCodes[code] ? 'v1.5' : 'latest'}/docs/reference/config/analysis/${code.toLowerCase()}/`;
