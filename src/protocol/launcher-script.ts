import { useStandbyProcess } from './standby/launcher-section.ts';

export interface LauncherOptions {
  /** The file that Node starts; it is next to the launcher. */
  readonly bundleFile: string;
  readonly minimumNode: string;
  /** Differs between releases: a process of one never serves an engine that started another. */
  readonly digest: string;
}

/**
 * The text of the executable that engines start. Node reads a file named `terraform-provider-x_v1.0.0` as one with the extension `.0` and
 * refuses it below any package.json of type module, so this shell script has that name, and the program is next to it. `SLIPWAY_NODE` names
 * another Node than the one on the PATH.
 *
 * The program itself checks the version of Node, because a check in the script would cost another start of Node. Node reads the file of
 * `NODE_EXTRA_CA_CERTS` at each start, which takes longer than the start: the client reads it when it first connects by TLS
 * (client/extra-certificates.ts). Options that choose other certificates, such as `--use-openssl-ca`, leave the variable to Node.
 *
 * The sentence goes to stdout because an engine shows its user the first line it cannot read as a handshake.
 */
export const launcherScript = ({ bundleFile, minimumNode, digest }: LauncherOptions): string => `#!/bin/sh
case $0 in
  */*) here=\${0%/*} ;;
  *) here=. ;;
esac
case $here in
  /*) ;;
  *) here=$PWD/$here ;;
esac
node=\${SLIPWAY_NODE:-node}
command -v "$node" >/dev/null 2>&1 || {
  echo "Slipway's provider needs Node.js ${minimumNode} or newer, and there is no program '$node' on the PATH."
  exit 1
}
case "\${NODE_OPTIONS:-}" in
  *-ca*) ;;
  *)
    if [ -n "\${NODE_EXTRA_CA_CERTS:-}" ]; then
      SLIPWAY_EXTRA_CA_CERTS=$NODE_EXTRA_CA_CERTS
      export SLIPWAY_EXTRA_CA_CERTS
      unset NODE_EXTRA_CA_CERTS
    fi
    ;;
esac
${useStandbyProcess(bundleFile, digest)}exec "$node" "$here/${bundleFile}"
`;
