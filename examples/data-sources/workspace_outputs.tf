data "slipway_workspace" "network" {
  name = "network"
}

data "slipway_workspace_outputs" "of_network" {
  workspace_id = data.slipway_workspace.network.id
}

locals {
  network = { for one in data.slipway_workspace_outputs.of_network.outputs : one.name => jsondecode(one.value_json) if !one.sensitive }
}
