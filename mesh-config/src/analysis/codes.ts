import type { DiagnosticLevel } from './diagnostic.ts';

export interface DiagnosticCodeInfo {
  readonly level: DiagnosticLevel;
  /** One sentence: what a finding of this code is about. */ readonly doc: string;
  /** The public project's pages know it no more. */ readonly retired?: true;
}

/** What analysis can say. Codes are the public project's; the words are ours. */
export const diagnosticCodes = {
  IST0001: { level: 'Error', doc: 'An analyzer failed: this is our fault, please report it.' },
  IST0002: { level: 'Warn', doc: 'A kind or a field is used that is deprecated.' },
  IST0101: { level: 'Error', doc: 'Something is named that is not there.' },
  IST0102: { level: 'Warn', doc: 'A namespace does not say whether its pods get a proxy.' },
  IST0103: { level: 'Warn', doc: 'A pod has no proxy, though its namespace asks for one.' },
  IST0104: { level: 'Warn', doc: 'A gateway listens on a port that its workload does not have.' },
  IST0105: { level: 'Warn', doc: 'The image of a proxy is not the one that is injected now.' },
  IST0106: { level: 'Error', doc: 'A resource is not of the shape of its kind.' },
  IST0107: { level: 'Warn', doc: 'An annotation stands on a kind that it says nothing to.' },
  IST0108: { level: 'Warn', doc: 'An annotation of the mesh is known by nobody.' },
  IST0109: { level: 'Error', doc: 'Virtual services of the mesh say the same host.' },
  IST0110: { level: 'Error', doc: 'Sidecars of one namespace select the same pod.' },
  IST0111: { level: 'Error', doc: 'A namespace has more than one sidecar without a workload selector.' },
  IST0112: { level: 'Error', doc: 'A destination with several ports needs the one that is meant.' },
  IST0113: { level: 'Error', doc: 'A destination rule and a policy do not agree about mutual TLS.' },
  IST0114: { level: 'Warn', doc: 'A policy names a port that its service does not have.', retired: true },
  IST0115: { level: 'Error', doc: 'A destination rule asks for mutual TLS with pods that have no proxy.', retired: true },
  IST0116: { level: 'Warn', doc: 'Services speak different protocols at one port of a deployment.' },
  IST0117: { level: 'Warn', doc: 'A deployment in the mesh belongs to no service.' },
  IST0118: { level: 'Info', doc: 'The name of a port does not say what is spoken there.' },
  IST0119: { level: 'Warn', doc: 'Tokens are asked for at a port that does not speak HTTP by its name.' },
  IST0120: { level: 'Info', doc: 'Policy is replaced by PeerAuthentication and RequestAuthentication.', retired: true },
  IST0121: { level: 'Info', doc: 'MeshPolicy is replaced by a PeerAuthentication of the root namespace.', retired: true },
  IST0122: { level: 'Warn', doc: 'A regular expression cannot be read.' },
} as const satisfies Readonly<Record<string, DiagnosticCodeInfo>>;

export type DiagnosticCode = keyof typeof diagnosticCodes;
export const diagnosticCodeNames = Object.keys(diagnosticCodes) as readonly DiagnosticCode[];

/** The page that explains a code. */
export const documentationUrlOf = (code: DiagnosticCode): string =>
  `https://istio.io/${'retired' in diagnosticCodes[code] ? 'v1.5' : 'latest'}/docs/reference/config/analysis/${code.toLowerCase()}/`;
