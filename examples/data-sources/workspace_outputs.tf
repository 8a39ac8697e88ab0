data "slipway_workspace" "network" {
  name = "network"
}

data "slipway_workspace_outputs" "of_network" {
  workspace_id = data.slipway_workspace.network.id
}

locals {
  network = { for name, text in data.slipway_workspace_outputs.of_network.nonsensitive_values_json : name => jsondecode(text) }
}
