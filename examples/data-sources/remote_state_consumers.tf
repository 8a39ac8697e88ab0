data "slipway_workspace" "network" {
  name = "network"
}

data "slipway_remote_state_consumers" "of_network" {
  workspace_id = data.slipway_workspace.network.id
}
