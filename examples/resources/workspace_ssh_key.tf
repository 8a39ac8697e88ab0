resource "slipway_workspace" "network" {
  name = "network"
}

resource "slipway_workspace_ssh_key" "modules" {
  workspace_id = slipway_workspace.network.id
  ssh_key_id   = "sshkey-modules"
}
