resource "slipway_variable_set" "defaults" {
  name = "defaults"
}

resource "slipway_workspace" "network" {
  name = "network"
}

resource "slipway_variable_set_workspace" "defaults_of_network" {
  variable_set_id = slipway_variable_set.defaults.id
  workspace_id    = slipway_workspace.network.id
}
