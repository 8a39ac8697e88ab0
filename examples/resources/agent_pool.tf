resource "slipway_workspace" "network" {
  name = "network"
}

resource "slipway_agent_pool" "datacenter" {
  name                  = "datacenter"
  organization_scoped   = false
  allowed_workspace_ids = [slipway_workspace.network.id]
}
