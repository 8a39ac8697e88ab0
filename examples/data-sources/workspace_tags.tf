data "slipway_workspace" "network" {
  name = "network"
}

data "slipway_workspace_tags" "of_network" {
  workspace_id = data.slipway_workspace.network.id
}
