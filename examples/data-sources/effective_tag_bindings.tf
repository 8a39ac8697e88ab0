data "slipway_workspace" "network" {
  name = "network"
}

data "slipway_effective_tag_bindings" "of_network" {
  workspace_id = data.slipway_workspace.network.id
}
