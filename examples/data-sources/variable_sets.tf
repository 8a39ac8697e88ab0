data "slipway_workspace" "network" {
  name = "network"
}

# Global sets and those of its project are among them.
data "slipway_variable_sets" "of_network" {
  workspace_id = data.slipway_workspace.network.id
}
