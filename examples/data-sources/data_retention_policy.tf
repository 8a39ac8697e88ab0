data "slipway_workspace" "network" {
  name = "network"
}

data "slipway_data_retention_policy" "of_network" {
  workspace_id = data.slipway_workspace.network.id
}
