variable "private_key" {
  type      = string
  sensitive = true
  default   = null
}

resource "slipway_workspace" "network" {
  name = "network"
}

resource "slipway_ssh_key" "modules" {
  name     = "modules"
  value_wo = var.private_key
}

resource "slipway_workspace_ssh_key" "network" {
  workspace_id = slipway_workspace.network.id
  ssh_key_id   = slipway_ssh_key.modules.id
}
